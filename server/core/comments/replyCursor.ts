import { storedIdInCursor } from '../../../contract/ids.ts'
import { parseNumberCursor } from '../../platform/http/cursor.ts'

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
export function parseReplyCursor(text: string | undefined): ReplyCursor {
  const [, up, down, id] = /^(\d{1,10})\.(\d{1,10})\.(\d{1,18}|\d{24})$/.exec(text ?? '') ?? []
  if (!up || !down || !id) return { id: parseNumberCursor(text), votes: null }
  return {
    id: storedIdInCursor(id),
    votes: { up: Math.min(Number(up), votesMax), down: Math.min(Number(down), votesMax) },
  }
}
