import type { EditedReportReason } from '../../../../contract/entities/setting.ts'
import { t } from '../../../../contract/texts/t.ts'

/** A reason for reports as the form holds it. */
export interface DraftReason {
  /** Stays the same while it is edited and moved. */
  readonly key: string
  /** Null for a new one. */
  readonly id: number | null
  readonly title: string
  readonly description: string
  readonly isHidden: boolean
  readonly isDeletable: boolean
}

export const draftsOf = (saved: readonly EditedReportReason[]): DraftReason[] =>
  saved.map((reason) => ({ ...reason, key: String(reason.id), description: reason.description ?? '' }))

/** The request. */
export const reasonsToSend = (drafts: readonly DraftReason[]) =>
  drafts.map(({ id, title, description, isHidden }) => ({
    ...(id !== null && { id }),
    title: title.trim(),
    description: description.trim() || null,
    isHidden,
  }))

export const isSameReasons = (
  saved: readonly EditedReportReason[],
  drafts: readonly DraftReason[],
): boolean => JSON.stringify(reasonsToSend(draftsOf(saved))) === JSON.stringify(reasonsToSend(drafts))

/** The error in a reason, as a sentence; null if there is none. */
export const mistakeOf = ({ title }: DraftReason): string | null =>
  title.trim() === '' ? t('Enter a reason.') : null

/** The reasons with one of them moved up or down by one; at the ends it stays where it is. */
export function moved<T>(list: readonly T[], index: number, by: -1 | 1): T[] {
  const next = [...list]
  const [one] = next.splice(index, 1)
  if (one !== undefined) next.splice(Math.max(0, index + by), 0, one)
  return next
}
