import { storedIdInCursor } from '../../../contract/ids.ts'
import { parseNumberCursor } from '../../platform/http/cursor.ts'

/** More have the same place in an order; with them, the key of no order exceeds a bigint. */
const votesMax = 9_999_999

interface ReplyCursor {
  readonly id: string | null
  /** null: those that the reply has now. */
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
