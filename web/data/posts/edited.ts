const editedLabelAfterMinutes = 5

/** Whether a post or comment is labelled as edited; corrections within the first minutes are not. */
export function isVisiblyEdited({
  createdAt,
  editedAt,
}: {
  createdAt: string
  editedAt: string | null
}): boolean {
  if (editedAt === null) return false
  const afterMinutes = (Date.parse(editedAt) - Date.parse(createdAt)) / 60_000
  return afterMinutes > editedLabelAfterMinutes
}
