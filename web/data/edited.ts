import { limits } from '../../contract/limits.ts'

/** Whether readers are told that a post or comment was edited; corrections of the first minutes are nobody's business. */
export function isVisiblyEdited({
  createdAt,
  editedAt,
}: {
  createdAt: string
  editedAt: string | null
}): boolean {
  if (editedAt === null) return false
  const afterMinutes = (Date.parse(editedAt) - Date.parse(createdAt)) / 60_000
  return afterMinutes > limits.editedLabelAfterMinutes
}
