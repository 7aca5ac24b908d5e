import type { CommentLimits } from '../../../contract/entities/commentLimits.ts'
import { inForce } from '../../../contract/inForce.ts'
import { t } from '../../../contract/texts/t.ts'
import type { CommenterGroup } from '../../../contract/words.ts'
import type { CommentLimitChange } from '../../data/posts/commentLimits.ts'
import { numberOptions } from '../../ui/forms/numberOptions.ts'
import { afterText, durationText } from '../../ui/text/durationText.ts'

/** Limits for comments in a form. */
export interface LimitDraft {
  /** Empty where slow mode is off. */
  readonly seconds: string
  /** `keep`, a number of hours, or empty for no end. */
  readonly slowEnd: string
  readonly slowUntil: string | null
  /** Empty for everyone. */
  readonly who: CommenterGroup | ''
  readonly whoEnd: string
  readonly whoUntil: string | null
}

const seconds = [10, 30, 60, 300, 900, 3600, 21_600, 86_400] as const
const hours = [1, 3, 12, 24, 72, 168, 720] as const

/** What to wait between comments, or no wait. */
export const slowModeChoices = (saved: string): { value: string; label: string }[] => [
  { value: '', label: t('Off') },
  ...slowModeLengths(saved === '' ? null : Number(saved)),
]

export const slowModeLengths = (saved: number | null): { value: string; label: string }[] =>
  numberOptions(seconds, saved, durationText)

/** How long a limit lasts. */
export const limitLengths = (): { value: string; label: string }[] => [
  ...hourLengths(null),
  { value: '', label: t('When turned off') },
]

export const hourLengths = (saved: number | null): { value: string; label: string }[] =>
  numberOptions(hours, saved, afterText)

const defaultHours = '24'

/** The form of limits as they are; what is over is off. */
export function draftOf(limits: CommentLimits | undefined, now: Date): LimitDraft {
  const slowMode = inForce(limits?.slowMode, now)
  const commenters = inForce(limits?.commenters, now)
  const endOf = (limit: { until: string | null } | null) =>
    limit === null ? defaultHours : limit.until === null ? '' : 'keep'
  return {
    seconds: slowMode ? String(slowMode.seconds) : '',
    slowEnd: endOf(slowMode),
    slowUntil: slowMode?.until ?? null,
    who: commenters?.who ?? '',
    whoEnd: endOf(commenters),
    whoUntil: commenters?.until ?? null,
  }
}

/** What has to be sent to make what was `before` what is in the form. */
export function changeOf(before: LimitDraft, draft: LimitDraft): CommentLimitChange {
  const endOf = (end: string) => (end === 'keep' ? {} : { hours: end === '' ? null : Number(end) })
  const change: CommentLimitChange = {}
  if (draft.seconds !== before.seconds || (draft.seconds !== '' && draft.slowEnd !== before.slowEnd))
    change.slowMode =
      draft.seconds === '' ? null : { seconds: Number(draft.seconds), ...endOf(draft.slowEnd) }
  if (draft.who !== before.who || (draft.who !== '' && draft.whoEnd !== before.whoEnd))
    change.commenters = draft.who === '' ? null : { who: draft.who, ...endOf(draft.whoEnd) }
  return change
}
