import type { DecisionResult, QueueReview } from '../../../contract/entities/queue.ts'
import type { QueueAction, ShownKind } from '../../../contract/queueWords.ts'
import { t } from '../../../contract/texts/t.ts'

export const kindLabels = (): Record<ShownKind, string> => ({
  reported: t('Reported'),
  waiting: t('Waiting for review'),
  removed: t('Removed'),
  edited: t('Edited'),
  new: t('New members'),
})

/** The texts of an empty list. */
export function emptyTexts(kind: ShownKind): { title: string; text: string } {
  switch (kind) {
    case 'reported':
      return { title: t('All done'), text: t('No open reports.') }
    case 'waiting':
      return {
        title: t('All done'),
        text: t('Posts and comments that need your approval show up here.'),
      }
    case 'removed':
      return { title: t('Nothing removed'), text: t('Removed posts and comments show up here.') }
    case 'edited':
      return {
        title: t('No edited content'),
        text: t('Content edited after a report or approval shows up here.'),
      }
    case 'new':
      return {
        title: t('Nothing from new members'),
        text: t("Posts and comments by new accounts show up here until they're reviewed."),
      }
  }
}

/** A decision in words, without the time. */
export const reviewText = ({ outcome, by }: Pick<QueueReview, 'outcome' | 'by'>): string =>
  by === null
    ? t(
        '{outcome, select, removed {Removed by a moderator} locked {Locked by a moderator} other {Approved by a moderator}}',
        { outcome },
      )
    : t(
        '{outcome, select, removed {Removed by @{name}} locked {Locked by @{name}} other {Approved by @{name}}}',
        { outcome, name: by },
      )

/** The result of an action on this many items. */
export function doneText(action: QueueAction, type: 'post' | 'comment', count: number): string {
  if (count > 1)
    return t(
      '{action, select, remove {{count, number} removed.} lock {{count, number} locked.} other {{count, number} approved.}}',
      { action, count },
    )
  return type === 'post'
    ? t('{action, select, remove {Post removed.} lock {Post locked.} other {Post approved.}}', { action })
    : t('{action, select, remove {Comment removed.} lock {Comment locked.} other {Comment approved.}}', {
        action,
      })
}

/** What happened to items about which an action did nothing; null if there are none. */
export function missedText(results: readonly Pick<DecisionResult, 'done' | 'review'>[]): string | null {
  const missed = results.filter((result) => !result.done)
  const [only] = missed
  if (!only) return null
  if (missed.length > 1)
    return t('Other moderators already handled {count, number} of these items.', { count: missed.length })
  if (!only.review) return t('One item no longer exists.')
  const { outcome, by } = only.review
  return by === null
    ? t(
        '{outcome, select, removed {Another moderator already removed one item.} locked {Another moderator already locked one item.} other {Another moderator already approved one item.}}',
        { outcome },
      )
    : t(
        '{outcome, select, removed {@{name} already removed one item.} locked {@{name} already locked one item.} other {@{name} already approved one item.}}',
        { outcome, name: by },
      )
}
