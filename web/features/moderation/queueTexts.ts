import type { DecisionResult, QueueReview } from '../../../contract/entities/queue.ts'
import type { QueueAction, QueueKind } from '../../../contract/queueWords.ts'
import { t } from '../../../contract/texts/t.ts'

export const kindLabels: Record<QueueKind, string> = {
  reported: 'Reported',
  removed: 'Removed',
  edited: 'Edited',
  new: 'New members',
}

/** The texts of an empty list. */
export const emptyTexts: Record<QueueKind, { title: string; text: string }> = {
  reported: { title: 'All done', text: 'There are no reports that wait for a moderator.' },
  removed: { title: 'Nothing removed', text: 'What moderators or admins remove is listed here.' },
  edited: {
    title: 'Nothing edited',
    text: 'What its author changes after it was reported or approved is listed here.',
  },
  new: {
    title: 'Nothing by new members',
    text: 'What accounts of the last days write is listed here until someone approves or removes it.',
  },
}

const outcomes: Record<QueueReview['outcome'], string> = {
  kept: 'Approved',
  removed: 'Removed',
  locked: 'Locked',
}

/** A decision in words, without the time. */
export const reviewText = ({ outcome, by }: Pick<QueueReview, 'outcome' | 'by'>): string =>
  `${outcomes[outcome]} by ${by === null ? 'a moderator' : `@${by}`}`

const done: Record<QueueAction, string> = { approve: 'approved', remove: 'removed', lock: 'locked' }

/** The result of an action on this many items. */
export const doneText = (action: QueueAction, type: 'post' | 'comment', count: number): string =>
  count === 1 ? `${type === 'post' ? t('Post') : t('Comment')} ${done[action]}.` : `${count} ${done[action]}.`

/** What happened to items about which an action did nothing; null if there are none. */
export function missedText(results: readonly Pick<DecisionResult, 'done' | 'review'>[]): string | null {
  const missed = results.filter((result) => !result.done)
  const [only] = missed
  if (!only) return null
  if (missed.length > 1) return `Others have already dealt with ${missed.length} of them.`
  return only.review ? `One was ${reviewText(only.review).toLowerCase()}.` : t('One is gone.')
}
