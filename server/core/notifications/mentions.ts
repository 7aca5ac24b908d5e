import { mentionEditMinutes } from '../../../contract/limitValues.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { mentionsIn } from '../../platform/markdown/mentions.ts'
import { insertMentions } from './insertMentions.sql.ts'

/** The names that a text mentions, in lower case, in which names are compared. */
export const mentionKeys = (body: string | null): string[] =>
  mentionsIn(body ?? '').map((name) => name.toLowerCase())

/** Whether an edit of a text of this age still notifies newly mentioned members. */
export const areEditsNotified = (writtenAt: Date): boolean =>
  Date.now() - writtenAt.getTime() < mentionEditMinutes * 60_000

/** The names that an edit newly mentions, in lower case. */
export function addedMentions(before: string | null, after: string | null): string[] {
  const added = mentionKeys(after)
  if (added.length === 0) return added
  const known = new Set(mentionKeys(before))
  return added.filter((name) => !known.has(name))
}

/** Notifies newly mentioned members. Call it in the transaction of the edit, after it; `commentId` is null for a post. */
export async function notifyMentioned(
  db: Db,
  text: { postId: string; commentId: string | null; names: readonly string[] },
): Promise<void> {
  if (text.names.length > 0) await queryRows(db, insertMentions, text)
}
