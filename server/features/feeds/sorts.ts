import type { FeedSort } from '../../../contract/words.ts'
import { parseCursor, parseNumberCursor, parseTimestampCursor } from '../../platform/http/cursor.ts'

/** Where a page starts: the sort key and the id of its first post. */
export interface FeedCursor {
  readonly key: string
  /** Null if the key alone is unique. */
  readonly id: string | null
}

interface CursorRule {
  readonly parseCursor: (text: string | undefined) => FeedCursor | null
  readonly writeCursor: (cursor: { key: string; id: string }) => string | number
}

const keyAndId: CursorRule = { parseCursor, writeCursor: ({ key, id }) => `${key}.${id}` }

/** The orders of feeds. What each of them means says feedPage.sql. */
export const feedSorts: Record<FeedSort, CursorRule> = {
  latest: { ...keyAndId, parseCursor: parseTimestampCursor },
  hot: keyAndId,
  activity: {
    parseCursor: (text) => {
      const key = parseNumberCursor(text)
      return key === null ? null : { key, id: null }
    },
    // Below 2^53 by construction, so clients that read numbers keep it exactly.
    writeCursor: ({ key }) => Number(key),
  },
  day: keyAndId,
  week: keyAndId,
  month: keyAndId,
  year: keyAndId,
  all: keyAndId,
}
