import type { FeedSort } from '../../../contract/words.ts'
import { parseNumberCursor, parseTimestampCursor, parseVotesCursor } from '../../platform/http/cursor.ts'

/** Where a page starts: the sort key and the id of its first post. */
export interface FeedCursor {
  /** Null for the key that the post has now, because its points are hidden. */
  readonly key: string | null
  /** Null if the key alone is unique. */
  readonly id: string | null
}

/** As a page is read. */
export interface KnownCursor extends FeedCursor {
  readonly key: string
}

interface CursorRule {
  readonly parseCursor: (text: string | undefined) => FeedCursor | null
  readonly writeCursor: (cursor: { key: string | null; id: string }) => string | number
}

const keyAndId: CursorRule = { parseCursor: parseVotesCursor, writeCursor: ({ key, id }) => `${key}.${id}` }

/**
 * The cursor of the last activity is its time in nanoseconds since 1970, because programs for the reference compare it with times. The
 * stamps in the database are unique and have 2048 steps in a millisecond. A number has 1953 to 3906 steps in the milliseconds from 1988
 * to 2043, so that each stamp has a number of its own, also for programs that read numbers as JavaScript does.
 */
const stampsPerMillisecond = 2048n
const nanosecondsPerMillisecond = 1_000_000n
const nanosecondsOf = (stamp: string): number =>
  Number((BigInt(stamp) * nanosecondsPerMillisecond) / stampsPerMillisecond)
const stampAt = (time: number): string =>
  String((BigInt(time) * stampsPerMillisecond + nanosecondsPerMillisecond / 2n) / nanosecondsPerMillisecond)
/** Times since 1973. Earlier versions sent the stamps themselves, which have 16 digits. */
const nanoseconds = /^\d{18,19}$/

/** How the cursors of each order are read and written. feedPage.sql says what each order means. */
export const feedCursors: Record<FeedSort, CursorRule> = {
  latest: { ...keyAndId, parseCursor: parseTimestampCursor },
  hot: keyAndId,
  activity: {
    parseCursor: (text) => {
      const key = nanoseconds.test(text ?? '') ? stampAt(Number(text)) : parseNumberCursor(text)
      return key === null ? null : { key, id: null }
    },
    writeCursor: ({ key }) => nanosecondsOf(key ?? '0'),
  },
  day: keyAndId,
  week: keyAndId,
  month: keyAndId,
  year: keyAndId,
  all: keyAndId,
}
