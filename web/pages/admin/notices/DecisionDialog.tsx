import { useState } from 'react'
import { defaultSiteBanKind } from '../../../../contract/bans.ts'
import type { Notice } from '../../../../contract/entities/notice.ts'
import { limits } from '../../../../contract/limits.ts'
import { t } from '../../../../contract/texts/t.ts'
import type { NoticeAct } from '../../../../contract/words.ts'
import { refusalOf } from '../../../data/failure.ts'
import { useDecideNotice } from '../../../data/moderation/notices.ts'
import { refusalText } from '../../../features/failures/refusalText.ts'
import {
  type BanFacts,
  BanFields,
  banFactsOf,
  expiryOf,
  isBanComplete,
} from '../../../features/moderation/BanFields.tsx'
import { ReasonFields } from '../../../features/reasons/ReasonFields.tsx'
import { useToasts } from '../../../ui/feedback/toasts.tsx'
import { RadioGroup } from '../../../ui/forms/RadioGroup.tsx'
import { TextArea } from '../../../ui/forms/TextArea.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx'
import { PlainLines } from '../../../ui/text/PlainLines.tsx'

/** The label and hint of each act, and the button that does it. */
function wordsOf(act: NoticeAct): { label: string; hint?: string; button: string } {
  switch (act) {
    case 'keep':
      return { label: t('Keep'), button: t('Keep') }
    case 'lock':
      return { label: t('Lock'), hint: t('Stops replies and votes. Can be unlocked.'), button: t('Lock') }
    case 'remove':
      return { label: t('Remove'), hint: t('Can be restored.'), button: t('Remove') }
    case 'erase':
      return { label: t('Erase'), hint: t('Permanently, including images.'), button: t('Erase') }
    case 'ban':
      return { label: t('Ban the member'), hint: t('From the whole site.'), button: t('Ban member') }
    case 'other':
      return {
        label: t('Something else'),
        hint: t("You've already taken action. Explain below."),
        button: t('Decide'),
      }
  }
}

interface Mistakes {
  readonly act?: string
  readonly reason?: string
  /** The last day of a ban. */
  readonly date?: string
}

/** The field that a refusal is about. */
const fieldOf = (error: unknown): keyof Mistakes =>
  refusalOf(error)?.code === 'invalid_expires' ? 'date' : 'act'

/** What to do about a notice, or about the complaint, and why. */
export function DecisionDialog({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const { number, acts, complaint, text, community } = notice
  const decide = useDecideNotice(number)
  const toasts = useToasts()
  const [act, setAct] = useState<NoticeAct | null>(null)
  const [ban, setBan] = useState<BanFacts>(() =>
    banFactsOf(null, { kind: defaultSiteBanKind, length: 'forever' }),
  )
  const [reason, setReason] = useState('')
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const isDecided = refusalOf(decide.error)?.code === 'notice_decided'
  const onComplaint = complaint !== null
  const reasons = (act === 'ban' ? ban.reason : reason).trim()
  const writeReason = (text: string) => {
    setReason(text)
    setMistakes({})
  }
  const submit = () => {
    const found: Mistakes = {
      ...(act === null && { act: t('Choose what to do.') }),
      ...(reasons === '' && { reason: t('Enter your reasons.') }),
      ...(act === 'ban' && !isBanComplete(ban) && { date: t('Choose when the ban ends.') }),
    }
    setMistakes(found)
    if (act === null || Object.keys(found).length > 0) return
    decide.mutate(
      {
        act,
        reasons,
        ...(act === 'ban' && { banKind: ban.kind, expires: expiryOf(ban, new Date()) ?? null }),
      },
      {
        onSuccess: () => {
          onClose()
          toasts.show(t('Decision on notice {number} saved.', { number }), { tone: 'success' })
        },
        onError: (error) => setMistakes({ [fieldOf(error)]: refusalText(error) }),
      },
    )
  }
  const title = onComplaint
    ? t('Decide on the complaint about notice {number}', { number })
    : t('Decide on notice {number}', { number })
  const keepFirst = t('Keep the first decision')
  if (isDecided)
    return (
      <ConfirmDialog title={title} confirmLabel={keepFirst} onConfirm={onClose} onClose={onClose}>
        <div className="stack">
          <p role="alert">{t("Another admin decided first. Your decision wasn't saved.")}</p>
          <PlainLines text={reasons} quoted />
        </div>
      </ConfirmDialog>
    )
  return (
    <FormDialog
      title={title}
      submitLabel={
        act === null ? t('Decide') : act === 'keep' && onComplaint ? keepFirst : wordsOf(act).button
      }
      danger={act === 'erase' || act === 'ban'}
      busy={decide.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <PlainLines text={complaint ?? text} quoted />
      <RadioGroup
        legend={t('Decision')}
        options={acts.map((one) => ({
          value: one,
          ...wordsOf(one),
          ...(one === 'keep' && onComplaint && { label: keepFirst }),
        }))}
        value={act}
        error={mistakes.act ?? null}
        onChange={(chosen) => {
          setAct(chosen)
          setMistakes({})
        }}
      />
      {act === 'ban' ? (
        <BanFields
          communityId={null}
          value={ban}
          before={null}
          mistakes={mistakes}
          onChange={(changed) => {
            setBan(changed)
            setMistakes({})
          }}
        />
      ) : act === 'keep' || act === 'other' || act === null ? (
        <TextArea
          label={t('Reasons (for the sender)')}
          rows={3}
          maxLength={limits.moderationReasonMaxLength}
          error={mistakes.reason}
          value={reason}
          onChange={writeReason}
        />
      ) : (
        <ReasonFields
          communityId={act === 'lock' ? null : (community?.id ?? null)}
          withoutRules
          use="removal"
          reader="author"
          value={{ ruleId: '', reason }}
          mistake={mistakes.reason ?? null}
          onChange={({ reason: given }) => writeReason(given)}
        />
      )}
      {act !== null && act !== 'keep' && act !== 'other' && (
        <p className="quiet">{t('The sender also gets the reasons.')}</p>
      )}
    </FormDialog>
  )
}
