import { useState } from 'react'
import { limits } from '../../../../contract/limits.ts'
import { listText } from '../../../../contract/texts/list.ts'
import { t } from '../../../../contract/texts/t.ts'
import type { BulkActionKind } from '../../../../contract/words.ts'
import { useOrderBulkAction } from '../../../data/admin/bulkActions.ts'
import { refusalOf } from '../../../data/failure.ts'
import { refusalText } from '../../../features/failures/refusalText.ts'
import { useNotifyRefusal } from '../../../features/failures/useNotifyRefusal.ts'
import { BanLengthFields } from '../../../features/moderation/BanLengthFields.tsx'
import { type BanLength, banEnd, banLengths } from '../../../features/moderation/banEnd.ts'
import { blockedText } from '../../../features/moderation/blockedText.ts'
import { ReasonFields } from '../../../features/reasons/ReasonFields.tsx'
import { useNavigator } from '../../../router/navigator.ts'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { useToasts } from '../../../ui/feedback/toasts.tsx'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { RadioGroup } from '../../../ui/forms/RadioGroup.tsx'
import { TextArea } from '../../../ui/forms/TextArea.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx'
import { pathOfScreen } from '../tableParams.ts'
import styles from './BulkActions.module.css'
import { bulkActionText } from './bulkTexts.ts'
import { type Selection, sizeOf } from './selection.ts'

function consequence(action: BulkActionKind): string {
  switch (action) {
    case 'ban':
      return t("They'll be logged out everywhere and can't log in again. Admins aren't affected.")
    case 'unban':
      return t("They can log in again. Admins aren't affected.")
    case 'log_out':
      return t("They'll have to log in again on each device. Admins aren't affected.")
    case 'remove':
      return t("No one is notified. You can undo this for 30 days. After that, they're erased.")
    case 'restore':
      return t('Restores what bans and bulk actions removed in the last 30 days.')
    case 'uncount_votes':
      return t(
        "Their votes on other people's posts and comments no longer count. They can still vote and won't be notified.",
      )
    case 'count_votes':
      return t('Their votes will count again.')
    case 'slow_votes':
      return t(
        "They can only cast a few votes an hour (see Rate limits). They won't be notified, but will see when they can vote again.",
      )
    case 'end_slow_votes':
      return t('They can vote normally again.')
  }
}

/** Confirms an action on many accounts. Removing content requires typing how many they are. */
export default function BulkActionDialog({
  action,
  selection,
  onChangedMeanwhile,
  onClose,
}: {
  action: BulkActionKind
  selection: Selection
  /** The selected accounts are not the same any more: the choice starts again. */
  onChangedMeanwhile: () => void
  onClose: () => void
}) {
  const order = useOrderBulkAction()
  const notifyRefusal = useNotifyRefusal()
  const { navigate } = useNavigator()
  const toasts = useToasts()
  const [time, setTime] = useState<{ length: BanLength; date: string }>({ length: 'forever', date: '' })
  const [reason, setReason] = useState('')
  const [withContent, setWithContent] = useState(false)
  const [typed, setTyped] = useState('')
  const [blocksImages, setBlocksImages] = useState(false)
  const [since, setSince] = useState<VotesSince>('all')
  const [mistake, setMistake] = useState<string | null>(null)
  const count = sizeOf(selection, action)
  const isBan = action === 'ban'
  const isRemoval = action === 'remove'
  const isUncount = action === 'uncount_votes'
  const isSlow = action === 'slow_votes'
  const removes = isRemoval || (isBan && withContent)
  const found = 'found' in selection ? selection : null
  const imagePost = isRemoval ? postOf(found?.filter.image) : null
  const submit = () => {
    if (removes && typed.replaceAll(/\D/g, '') !== String(count))
      return setMistake(t('Enter {count, number}.', { count }))
    order.mutate(
      {
        action,
        accounts: isRemoval ? (found?.contents?.authors ?? 0) : count,
        ...(isRemoval && { contents: count }),
        blockImagesOf: blocksImages ? imagePost : null,
        withContent,
        reason,
        expires: isBan ? (banEnd(time.length, time.date, new Date())?.toISOString() ?? null) : null,
        ...(isUncount && { votesSince: startOf(since) }),
        of:
          'found' in selection
            ? {
                filter: {
                  ...selection.filter,
                  ...(selection.found.newest && { newest: selection.found.newest }),
                },
              }
            : { usernames: [...selection.usernames] },
      },
      {
        onSuccess: ({ blocked }) => {
          if (blocked) toasts.show(blockedText(blocked))
          navigate(pathOfScreen('bulk'))
        },
        onError: (error) => {
          if (!['found_others', 'user_not_found'].includes(refusalOf(error)?.code ?? ''))
            return notifyRefusal(error)
          // Not as a failure in the dialog, which closes.
          toasts.show(refusalText(error))
          onChangedMeanwhile()
        },
      },
    )
  }
  return (
    <FormDialog
      title={t('{action}?', { action: bulkActionText(action, count) })}
      submitLabel={bulkActionText(action, count)}
      danger={isBan || isRemoval || isUncount || isSlow}
      busy={order.isPending}
      disabled={time.length === 'date' && time.date === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{consequence(action)}</p>
      {!isRemoval && <Accounts selection={selection} />}
      {isBan && <BanLengthFields value={time} lengths={banLengths()} onChange={setTime} />}
      {isUncount && (
        <RadioGroup
          legend={t('Which votes')}
          value={since}
          options={votesSinceOptions()}
          onChange={setSince}
        />
      )}
      {(isUncount || isSlow) && (
        <TextArea
          label={t('Reason')}
          hint={t('For the log. Only admins see it.')}
          rows={2}
          maxLength={limits.moderationReasonMaxLength}
          value={reason}
          onChange={setReason}
        />
      )}
      {(isBan || isRemoval) && (
        <ReasonFields
          communityId={null}
          use="ban"
          reader={isRemoval ? 'author' : 'member'}
          value={{ ruleId: '', reason }}
          onChange={(given) => setReason(given.reason)}
        />
      )}
      {(isBan || action === 'unban') && (
        <Checkbox
          label={isBan ? t('Remove all their posts and comments') : t('Restore content that bans removed')}
          hint={
            isBan
              ? t("You can restore them for 30 days. After that, they're erased.")
              : t('Includes everything removed in the last 30 days.')
          }
          checked={withContent}
          onChange={setWithContent}
        />
      )}
      {imagePost !== null && (
        <Checkbox
          label={t('Also block the images')}
          hint={t('They stay blocked if you undo the removal.')}
          checked={blocksImages}
          onChange={setBlocksImages}
        />
      )}
      {removes && (
        <TextField
          label={isRemoval ? t('Number of posts and comments') : t('Number of accounts')}
          hint={t('Type {count, number} to confirm.', { count })}
          error={mistake}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(value) => {
            setTyped(value)
            setMistake(null)
          }}
        />
      )}
    </FormDialog>
  )
}

/** The public id in the URL of a post; null without one. */
const postOf = (url = ''): string | null => /\/post\/([^\s/?#]+)/.exec(url)?.[1] ?? null

const daysOf = { all: null, day: 1, week: 7, month: 30 } as const
type VotesSince = keyof typeof daysOf

const votesSinceOptions = () =>
  [
    { value: 'all', label: t('All votes') },
    { value: 'month', label: t('Last 30 days and future votes') },
    { value: 'week', label: t('Last 7 days and future votes') },
    { value: 'day', label: t('Last 24 hours and future votes') },
  ] as const

/** As of now; null for all votes. */
function startOf(since: VotesSince): string | null {
  const days = daysOf[since]
  return days === null ? null : new Date(Date.now() - days * 86_400_000).toISOString()
}

const namesShown = 10

/** Some of the accounts, so that a wrong filter is noticed. */
function Accounts({ selection }: { selection: Selection }) {
  const isFound = 'found' in selection
  const names = isFound ? selection.found.samples.map(({ username }) => username) : selection.usernames
  const shown = names.slice(0, namesShown)
  const more = sizeOf(selection) - shown.length
  const list = listText([
    ...shown.map((name) => `@${name}`),
    ...(more > 0 ? [t('{count, number} more', { count: more })] : []),
  ])
  return (
    <>
      <p className={styles.names}>{isFound && more > 0 ? t('Newest: {names}', { names: list }) : list}</p>
      {isFound && selection.found.moderators > 0 && (
        <Banner tone="warning">
          {t('{count, plural, one {# account moderates} other {# accounts moderate}} a community.', {
            count: selection.found.moderators,
          })}
        </Banner>
      )}
    </>
  )
}
