import { errors, type Refusal } from '../../../contract/errors.ts'
import type { EditHistoryReaders } from '../../../contract/words.ts'

/** Why `viewer` may not read the earlier versions of a text, or null when they may. */
export function historyRefusal(
  viewer: { id: string; isAdmin: boolean; moderates: ReadonlySet<string> } | null,
  text: { authorId: string; communityId: string; isHidden: boolean },
  readers: EditHistoryReaders,
): Refusal {
  if (text.isHidden) return errors.historyHidden
  if (readers === 'everybody' || viewer?.id === text.authorId) return null
  const moderates = viewer !== null && (viewer.isAdmin || viewer.moderates.has(text.communityId))
  return readers === 'moderators' && moderates ? null : errors.historyHidden
}
