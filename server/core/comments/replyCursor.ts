import { parseKeysAndId, parseNumberCursor } from '../../platform/http/cursor.ts'

/** Limits the numbers of votes in a cursor, so that no sort key exceeds a bigint. */
const votesMax = 9_999_999

interface ReplyCursor {
  readonly id: string | null
  /** Null for the current votes of the reply. */
  readonly votes: { readonly up: number; readonly down: number } | null
}

/**
 * Parses where replies go on in an order that a reader chose: `{upvotes}.{downvotes}.{id}` of the last one that is known, which
 * stays valid when that is deleted or voted on, or its id alone.
 *
 * @throws Refused with `invalid_cursor`.
 */
export function parseReplyCursor(given: string | undefined): ReplyCursor {
  const text = given ?? ''
  if (!text.includes('.')) return { id: parseNumberCursor(text), votes: null }
  const { keys, id } = parseKeysAndId(text, 2) ?? { keys: [], id: null }
  const [up = 0, down = 0] = keys.map((votes) => Math.max(0, Math.min(Number(votes), votesMax)))
  return { id, votes: { up, down } }
}
