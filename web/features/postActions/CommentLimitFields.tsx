import { commenterChoices } from '../../../contract/commentLimitNames.ts'
import { t } from '../../../contract/texts/t.ts'
import { Select } from '../../ui/forms/Select.tsx'
import { formatDateTime } from '../../ui/text/formatDate.ts'
import { type LimitDraft, limitLengths, slowModeChoices } from './limitDraft.ts'

interface CommentLimitFieldsProps {
  draft: LimitDraft
  /** An end that is no longer shown is as before again, so that it does not count as a change. */
  saved: LimitDraft
  onChange: (change: Partial<LimitDraft>) => void
}

/** Slow mode and who may comment, each with its end. */
export function CommentLimitFields({ draft, saved, onChange }: CommentLimitFieldsProps) {
  const { seconds, slowEnd, slowUntil, who, whoEnd, whoUntil } = draft
  return (
    <>
      <Select
        label={t('Slow mode')}
        hint={t('How long members must wait between comments.')}
        value={seconds}
        onChange={(next) => onChange({ seconds: next, ...(next === '' && { slowEnd: saved.slowEnd }) })}
        options={slowModeChoices(seconds)}
      />
      {seconds !== '' && (
        <Select
          label={t('Slow mode ends')}
          value={slowEnd}
          onChange={(next) => onChange({ slowEnd: next })}
          options={endChoices(slowUntil)}
        />
      )}
      <Select
        label={t('Who can comment')}
        value={who}
        onChange={(next) => onChange({ who: next, ...(next === '' && { whoEnd: saved.whoEnd }) })}
        options={commenterChoices()}
      />
      {who !== '' && (
        <Select
          label={t('Limit ends')}
          value={whoEnd}
          onChange={(next) => onChange({ whoEnd: next })}
          options={endChoices(whoUntil)}
        />
      )}
    </>
  )
}

const endChoices = (until: string | null) => [
  ...(until === null
    ? []
    : [
        {
          value: 'keep',
          label: t('No change (until {date})', { date: formatDateTime(new Date(until)) }),
        },
      ]),
  ...limitLengths(),
]
