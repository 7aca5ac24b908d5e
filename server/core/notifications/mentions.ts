import { mentionEditMinutes } from '../../../contract/limitValues.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { mentionsIn } from '../../platform/markdown/mentions.ts'
import { insertMentions } from './insertMentions.sql.ts'

/** The names of those whom a text mentions, in lower case, as names are compared. */
export const mentionKeys = (body: string | null): string[] =>
  mentionsIn(body ?? '').map((name) => name.toLowerCase())

/** Whether whoever is mentioned in an edit of a text of this age is notified. */
export const areEditsNotified = (writtenAt: Date): boolean =>
  Date.now() - writtenAt.getTime() < mentionEditMinutes * 60_000

/** Whom an edit mentions and the text before did not, in lower case. */
export function addedMentions(before: string | null, after: string | null): string[] {
  const added = mentionKeys(after)
  if (added.length === 0) return added
  const known = new Set(mentionKeys(before))
  return added.filter((name) => !known.has(name))
}

/** Notifies those whom an edit mentions. Call it in the transaction of the edit, after it; `commentId` is null for a post. */
export async function notifyMentioned(
  db: Db,
  text: { postId: string; commentId: string | null; names: readonly string[] },
): Promise<void> {
  if (text.names.length > 0) await queryRows(db, insertMentions, text)
}
