import { sql } from 'kysely'
import { endpoints, type OutputOf } from '../../../contract/endpoints/index.ts'
import { wireId } from '../../../contract/ids.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import type { ItemsViewAs } from '../../core/comments/itemsView.ts'
import { commentView } from '../../core/comments/serialize.ts'
import { postView } from '../../core/posts/serialize.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRowsWith } from '../../platform/database/statement.ts'
import { parseNumberCursor, parseTimestampCursor } from '../../platform/http/cursor.ts'
import { parseChoice, parseInteger } from '../../platform/http/parameters.ts'
import { rendererVersion } from '../../platform/markdown/render.ts'
import { candidates, type NewCursor, relevance, termsExpression, words } from './candidates.ts'
import { headlineOptions, segmentsOf, strippedCharacters } from './excerpts.ts'
import { foundComments } from './foundComments.sql.ts'
import { foundPosts } from './foundPosts.sql.ts'
import { findCommunities, findMembers } from './names.ts'
import { isEmpty, parseSearchText, type SearchTerms } from './searchTerms.ts'

type SearchPage = OutputOf<'search'>

/** The query parameters of a search, none of them trusted. */
export interface SearchQuery {
  readonly q?: string
  readonly in?: string
  readonly sort?: string
  readonly limit?: string
  readonly next?: string
}

const orders = {
  relevance: sql`rank desc, id desc`,
  new: sql`created_at desc, id desc`,
  top: sql`liked desc, id desc`,
}

interface Request {
  readonly terms: SearchTerms
  readonly sort: keyof typeof orders
  readonly limit: number
  /** Where the page starts in the order of time; null in other orders and at the beginning. */
  readonly cursor: NewCursor | null
  /** How many come before the page in other orders, which have no cursor of their own: votes change them. */
  readonly offset: number
}

const nothing: SearchPage = { posts: [], comments: [], communities: [], users: [], excerpts: [], next: null }

/** Pages of the other orders end here, to bound the number of scanned rows. */
const offsetMax = 1000

const parameters = endpoints.search.query.properties

function parseRequest(query: SearchQuery, pageSize: number): Request {
  const sort = parseChoice(parameters.sort, query.sort)
  const terms = parseSearchText(query.q ?? '')
  // Without words nothing fits better than anything else.
  const order = sort === 'relevance' && terms.words === '' ? 'new' : sort
  const limit = parseInteger(parameters.limit, query.limit, pageSize)
  const isByTime = order === 'new'
  return {
    terms,
    sort: order,
    limit,
    cursor: isByTime ? parseTimestampCursor(query.next) : null,
    offset: isByTime ? 0 : Math.min(Number(parseNumberCursor(query.next) ?? 0), offsetMax),
  }
}

/** What a found row carries besides what is shown of it. */
interface Found {
  readonly id: string
  /** Microseconds since 1970. */
  readonly key: string
  readonly place: string
  readonly passages: string | null
}

/** The page without the row that only tells that there is a next one, the excerpts, and where the next page starts. */
function cutPage<Row extends Found>(
  kind: 'post' | 'comment',
  rows: readonly Row[],
  { limit, sort, offset }: Request,
) {
  const ordered = [...rows].sort((a, b) => Number(a.place) - Number(b.place))
  const following = ordered[limit]
  const page = ordered.slice(0, limit)
  const nextOffset = offset + limit
  const next =
    sort === 'new'
      ? following && `${following.key}.${following.id}`
      : nextOffset < offsetMax && `${nextOffset}`
  return {
    page,
    excerpts: page.flatMap(({ id, passages }) =>
      passages ? [{ id: wireId(kind, id), segments: segmentsOf(passages) }] : [],
    ),
    next: (following && next) || null,
  }
}

/** The parameters of `foundPosts` and `foundComments`, as the end of a statement that has `search_terms` and `ranked`. */
const foundBy = ({ sort, limit, offset }: Request, { viewer, format }: ViewAs) => ({
  ids: sql`array(
    select id from ranked order by ${orders[sort]} limit ${sql.lit(limit + 1)} offset ${sql.lit(offset)})`,
  words,
  stripped: strippedCharacters,
  headlineOptions,
  viewerId: viewer?.id ?? null,
  format,
  renderer: rendererVersion,
})

/** Which candidates the page of a request needs. */
const candidateRangeOf = ({ sort, cursor, limit, offset }: Request, viewer: Viewer | null) => ({
  viewer,
  cursor,
  newest: sort === 'new' ? limit + 1 : null,
  best: sort === 'top' ? offset + limit + 1 : null,
})

async function findPosts(db: Db, request: Request, { post: to }: ItemsViewAs): Promise<SearchPage> {
  const { terms, sort } = request
  const ranked = sql`${termsExpression(terms)},
    ${candidates('posts', terms, candidateRangeOf(request, to.viewer))},
    ranked as (
      select posts.id, candidates.created_at, posts.points as liked,
        ${sort === 'relevance' ? relevance(sql`candidates.words`, sql`posts.points`) : sql`0`} as rank
      from candidates join posts on posts.id = candidates.id
      where posts.deleted_at is null)`
  const rows = await queryRowsWith(db, ranked, foundPosts, foundBy(request, to))
  const { page, excerpts, next } = cutPage('post', rows, request)
  return { ...nothing, posts: page.map((row) => postView(row, to)), excerpts, next }
}

async function findComments(db: Db, request: Request, { comment: to }: ItemsViewAs): Promise<SearchPage> {
  const { terms, sort } = request
  const ranked = sql`${termsExpression(terms)},
    ${candidates('comments', terms, candidateRangeOf(request, to.viewer))},
    ranked as (
      select comments.id, candidates.created_at, comments.upvotes - comments.downvotes as liked,
        ${sort === 'relevance' ? relevance(sql`candidates.words`, sql`comments.upvotes - comments.downvotes`) : sql`0`} as rank
      from candidates join comments on comments.id = candidates.id
        join posts on posts.id = comments.post_id
      where comments.deleted_at is null and posts.deleted_at is null)`
  const rows = await queryRowsWith(db, ranked, foundComments, foundBy(request, to))
  const { page, excerpts, next } = cutPage('comment', rows, request)
  const comments = page.map((row) => ({ ...commentView(row, to), postTitle: row.post_title }))
  return { ...nothing, comments, excerpts, next }
}

const kinds = {
  posts: findPosts,
  comments: findComments,
  communities: async (db: Db, { terms, limit }: Request, { post: { viewer } }: ItemsViewAs) => ({
    ...nothing,
    communities: await findCommunities(db, viewer, terms.words, limit),
  }),
  people: async (db: Db, { terms, limit }: Request, { post: { viewer } }: ItemsViewAs) => ({
    ...nothing,
    users: await findMembers(db, viewer, terms.words, limit),
  }),
}

/**
 * A page of results, in one statement: posts, comments, communities or people that this viewer may see and
 * has not muted; nothing for empty search terms.
 *
 * @throws Refused for an unknown kind or order, and for a page that makes no sense.
 */
export async function search(
  db: Db,
  query: SearchQuery,
  options: { views: ItemsViewAs; pageSize: number; viewer: Viewer | null },
): Promise<SearchPage> {
  const kind = parseChoice(parameters.in, query.in)
  const request = parseRequest(query, options.pageSize)
  return isEmpty(request.terms) ? nothing : kinds[kind](db, request, options.views)
}
