import { type RawBuilder, sql } from 'kysely'
import { errors } from '../../contract/errors.ts'
import { readCursor, readMomentCursor, readNumberCursor } from '../http/cursor.ts'
import { Refused } from '../http/refused.ts'

/** How a feed is ordered, always with the id as last word (API contract 3.3). */
export type FeedSort = 'latest' | 'hot' | 'activity' | 'day' | 'week' | 'month' | 'year' | 'all'

/** Where a page starts: the sort key and the id of its first post. */
export interface FeedCursor {
  readonly key: string
  /** null: the key alone is unique. */
  readonly id: string | null
}

interface SortRule {
  /** What the cursor carries, as a 64-bit number. */
  readonly key: RawBuilder<unknown>
  /** Matches the index that serves the order. */
  readonly order: RawBuilder<unknown>
  readonly from: (cursor: FeedCursor) => RawBuilder<unknown>
  readonly readCursor: (text: string | undefined) => FeedCursor | null
  readonly writeCursor: (cursor: { key: string; id: string }) => string | number
  /** For the top lists: the age bands that they draw from, and how old a post may be. */
  readonly window?: { readonly lastBand: number; readonly age: RawBuilder<unknown> | null }
}

const keyAndId = {
  readCursor,
  writeCursor: ({ key, id }: { key: string; id: string }) => `${key}.${id}`,
}

const top = (lastBand: number, days: number | null): SortRule => ({
  key: sql`posts.points::bigint`,
  order: sql`posts.points desc, posts.id desc`,
  from: ({ key, id }) => sql`(posts.points, posts.id) <= (${key}::bigint, ${id}::bigint)`,
  ...keyAndId,
  window: { lastBand, age: days === null ? null : sql`make_interval(days => ${sql.lit(days)})` },
})

export const feedSorts: Record<FeedSort, SortRule> = {
  latest: {
    key: sql`(extract(epoch from posts.created_at) * 1000000)::bigint`,
    order: sql`posts.created_at desc, posts.id desc`,
    from: ({ key, id }) => sql`(posts.created_at, posts.id) <=
      (timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond', ${id}::bigint)`,
    ...keyAndId,
    readCursor: readMomentCursor,
  },
  hot: {
    key: sql`posts.hotness`,
    order: sql`posts.hotness desc, posts.id desc`,
    from: ({ key, id }) => sql`(posts.hotness, posts.id) <= (${key}::bigint, ${id}::bigint)`,
    ...keyAndId,
  },
  activity: {
    key: sql`posts.activity`,
    order: sql`posts.activity desc, posts.id desc`,
    from: ({ key }) => sql`posts.activity <= ${key}::bigint`,
    readCursor: (text) => {
      const key = readNumberCursor(text)
      return key === null ? null : { key, id: null }
    },
    // Below 2^53 by construction, so clients that read numbers keep it exactly.
    writeCursor: ({ key }) => Number(key),
  },
  day: top(0, 1),
  week: top(1, 7),
  month: top(2, 30),
  year: top(3, 365),
  all: top(4, null),
}

/** @throws Refused with `invalid-sort`. */
export function readFeedSort(text: string | undefined): FeedSort {
  const sort = text || 'latest'
  if (!Object.hasOwn(feedSorts, sort)) throw new Refused(errors.invalidFeedSort)
  return sort as FeedSort
}
