import { type RawBuilder, sql } from 'kysely'
import { type FeedCursor, type FeedSort, feedSorts } from './sorts.ts'

type Sql = RawBuilder<unknown>

/** Which posts a feed draws from. */
export type FeedScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'community'; readonly communityId: string }
  /** The communities that a member joined, or those that they moderate. */
  | { readonly kind: 'home' | 'moderating'; readonly memberId: string }

interface Page {
  readonly sort: FeedSort
  readonly cursor: FeedCursor | null
  readonly limit: number
}

/** One index in its own order: a whole feed order, or one age band of a top list. */
function indexScan({ sort, cursor }: Page, conditions: readonly Sql[], band: number | null): Sql {
  const rule = feedSorts[sort]
  const window = rule.window
  const isLastBand = window !== undefined && band === window.lastBand
  return sql`
    select posts.id, ${rule.key} as key from posts
    where ${sql.join([sql`posts.deleted_at is null`, ...conditions], sql` and `)}
    ${band === null ? sql`` : sql`and posts.age_band = ${sql.lit(band)}`}
    ${isLastBand && window.age ? sql`and posts.created_at > now() - ${window.age}` : sql``}
    ${cursor ? sql`and ${rule.from(cursor)}` : sql``}
    order by ${rule.order}`
}

/**
 * The first posts of one stream, as (id, key), reading no more index entries than it returns. A top list
 * merges one sorted stream an age band: the bands of shorter lists belong to the longer ones whole, only
 * the last one is checked against the clock (the job that ages posts runs every few minutes).
 */
function stream(page: Page, conditions: readonly Sql[]): Sql {
  const { window } = feedSorts[page.sort]
  const limit = sql.lit(page.limit)
  if (!window) return sql`${indexScan(page, conditions, null)} limit ${limit}`
  const bands = Array.from({ length: window.lastBand + 1 }, (_, band) => band)
  return sql`
    select id, key from (${sql.join(
      bands.map((band) => sql`(${indexScan(page, conditions, band)} limit ${limit})`),
      sql` union all `,
    )}) as bands
    order by key desc, id desc limit ${limit}`
}

/**
 * The first posts of many communities together. A post among the first n must belong to one of the n
 * communities whose own first posts come first, so only those are read further: one index probe a
 * community, then at most n × n entries.
 */
function mergedStreams(communities: Sql, page: Page, conditions: readonly Sql[]): Sql {
  const { limit } = page
  const ofCommunity = (column: Sql, count: number) =>
    stream({ ...page, limit: count }, [sql`posts.community_id = ${column}`, ...conditions])
  return sql`
    select merged.id, merged.key from (
      select mine.community_id from (${communities}) as mine
      cross join lateral (${ofCommunity(sql`mine.community_id`, 1)}) as head
      order by head.key desc, head.id desc limit ${sql.lit(limit)}
    ) as foremost
    cross join lateral (${ofCommunity(sql`foremost.community_id`, limit)}) as merged
    order by merged.key desc, merged.id desc limit ${sql.lit(limit)}`
}

/**
 * The first `limit` posts of a feed from a cursor on, as rows (id, key) in the order of the feed.
 *
 * @param conditions on `posts`; those that do not meet them are passed over while reading, so a page is full
 * as long as there are more.
 */
export function feedStream(
  scope: FeedScope,
  page: Page,
  conditions: readonly Sql[],
): RawBuilder<{ id: string; key: string }> {
  const rows = (() => {
    switch (scope.kind) {
      case 'all':
        return stream(page, conditions)
      case 'community':
        return stream(page, [sql`posts.community_id = ${scope.communityId}`, ...conditions])
      case 'home':
        return mergedStreams(
          sql`select community_id from memberships where user_id = ${scope.memberId}`,
          page,
          conditions,
        )
      case 'moderating':
        return mergedStreams(
          sql`select community_id from moderators where user_id = ${scope.memberId}`,
          page,
          conditions,
        )
    }
  })()
  return rows as RawBuilder<{ id: string; key: string }>
}
