import { endpoints, type OutputOf } from '../../../contract/endpoints/index.ts'
import { wireId } from '../../../contract/ids.ts'
import type { SearchSort } from '../../../contract/words.ts'
import type { SharedServices } from '../../core/api/route.ts'
import type { ItemsViewAs } from '../../core/comments/itemsView.ts'
import { commentView } from '../../core/comments/serialize.ts'
import { getPosts } from '../../core/posts/items.ts'
import { getPostsForViewer } from '../../core/posts/listed.ts'
import { getSearchProgress } from '../../core/searchIndex/progress.ts'
import { notBeforeOf, type Viewer } from '../../core/sessions/viewer.ts'
import type { ItemVersion } from '../../platform/cache/items.ts'
import type { Order } from '../../platform/cache/orders.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { parseNumberCursor, parseTimestampCursor } from '../../platform/http/cursor.ts'
import { Json, jsonList, jsonObject, withFields } from '../../platform/http/json.ts'
import { parseChoice, parseInteger } from '../../platform/http/parameters.ts'
import { rendererVersion } from '../../platform/markdown/render.ts'
import { headlineOptions, hitMarks, segmentsOf, strippedCharacters, titleOptions } from './excerpts.ts'
import { findComments } from './findComments.sql.ts'
import { findPosts } from './findPosts.sql.ts'
import { findCommunities, findMembers, findNamedCommunity } from './names.ts'
import { nearestQuery } from './nearest.ts'
import {
  completionsMax,
  excludesTexts,
  isEmpty,
  openWordOf,
  parseSearchText,
  type SearchTerms,
  termParameters,
} from './searchTerms.ts'

type SearchPage = OutputOf<'search'>
/** A page without what comes after it. */
type FoundTexts = Omit<SearchPage, 'next' | 'endsEarly' | 'nearest' | 'searchProgress' | 'communities'>

/** The query parameters of a search, none of them trusted. */
export interface SearchQuery {
  readonly q?: string
  readonly in?: string
  readonly sort?: string
  readonly limit?: string
  readonly next?: string
}

interface Request {
  readonly terms: SearchTerms
  readonly sort: SearchSort
  readonly limit: number
  /** How many results of the page are shown, at most `limit`. */
  readonly shown: number
  /** Where the page starts in the order of time; null in other orders and at the beginning. */
  readonly cursor: { /** Microseconds since 1970. */ readonly key: string; readonly id: string } | null
  /** The offset of the page in other orders, which have no cursor because votes change them. */
  readonly offset: number
  /** Texts with the last word itself come first, texts with a longer word after all of them; unless no title has the word. */
  readonly last: 'itself' | 'completed'
}

const nothing: SearchPage = {
  posts: [],
  comments: [],
  communities: [],
  users: [],
  excerpts: [],
  titleExcerpts: [],
  next: null,
  endsEarly: false,
  nearest: null,
  searchProgress: null,
}

/** How many of the newest matches are put in order. Their relevance is in their words, which take long to read. */
const rankedMax: Readonly<Record<SearchSort, number>> = { relevance: 400, top: 1000, new: 150 }

/** Pages of the other orders end here, to bound the number of scanned rows. */
const offsetMax = 1000

/** Prefix of cursors among the texts with a longer last word. */
const completedMark = '~'

const parameters = endpoints.search.query.properties

function parseRequest(query: SearchQuery, pageSize: number): Request {
  const sort = parseChoice(parameters.sort, query.sort)
  const terms = parseSearchText(query.q ?? '')
  // Without words there is no relevance.
  const order = sort === 'relevance' && terms.words === '' ? 'new' : sort
  const limit = parseInteger(parameters.limit, query.limit, pageSize)
  const isByTime = order === 'new'
  const isCompleted = query.next?.startsWith(completedMark) ?? false
  const next = isCompleted ? query.next?.slice(completedMark.length) : query.next
  return {
    terms,
    sort: order,
    limit,
    shown: limit,
    cursor: isByTime ? parseTimestampCursor(next) : null,
    offset: isByTime ? 0 : Math.min(Number(parseNumberCursor(next) ?? 0), offsetMax),
    last: isCompleted ? 'completed' : 'itself',
  }
}

/** Columns of a result besides the shown ones. */
interface Found {
  readonly id: string
  /** Microseconds since 1970. */
  readonly key: string
  readonly place: string
  readonly passages: string | null
  /** On the last page, whether there may be more matches than were put in order. */
  readonly has_rest: boolean
}

/** The page without its additional rows, which only show that a next page exists, and the cursor of that. */
function cutPage<Row extends Found>(rows: readonly Row[], { shown, sort, offset, last }: Request) {
  const ordered = [...rows].sort((a, b) => Number(a.place) - Number(b.place))
  const following = ordered[shown]
  const nextOffset = offset + shown
  const next =
    sort === 'new'
      ? following && `${following.key}.${following.id}`
      : nextOffset < offsetMax && `${nextOffset}`
  return {
    page: ordered.slice(0, shown),
    isLast: !following,
    endsEarly: following ? !next : ordered.some((row) => row.has_rest),
    next: following && next ? `${last === 'completed' ? completedMark : ''}${next}` : null,
  }
}

/**
 * A page of texts. If texts with the words themselves do not fill it, texts with a longer last word follow, so there are
 * results while the last word is typed. A search that fills its pages takes no second statement.
 */
async function findPage<Row extends Found>(request: Request, find: (request: Request) => Promise<Row[]>) {
  const found = cutPage(await find(request), request)
  if (!found.isLast || request.last === 'completed' || !openWordOf(request.terms)) return found
  const rest: Request = {
    ...request,
    last: 'completed',
    // The statement is planned for its limit, so that stays.
    shown: request.limit - found.page.length,
    cursor: null,
    offset: 0,
  }
  const completed = cutPage(await find(rest), rest)
  return {
    page: [...found.page, ...completed.page],
    next: completed.next,
    endsEarly: found.endsEarly || completed.endsEarly,
  }
}

const excerptsOf = (
  kind: 'post' | 'comment',
  page: readonly Pick<Found, 'id' | 'passages'>[],
  { terms }: Request,
) =>
  page.flatMap(({ id, passages }) =>
    passages ? [{ id: wireId(kind, id), segments: segmentsOf(passages, terms.words) }] : [],
  )

/** The parameters that `findPosts` and `findComments` share. */
const parametersOf = (
  { terms, sort, limit, shown, cursor, offset, last }: Request,
  viewer: Viewer | null,
) => ({
  ...termParameters(terms, last, viewer),
  sort,
  completions: completionsMax,
  // One more than the page has shows whether there is a next one.
  limit: limit + 1,
  shown,
  cursorKey: cursor?.key ?? null,
  cursorId: cursor?.id ?? null,
  offset,
  rankedMax: rankedMax[sort],
  stripped: strippedCharacters,
  headlineOptions,
})

/** A page of posts as it was found, and where the next page begins. */
interface FoundPage extends Order, Pick<SearchPage, 'excerpts' | 'titleExcerpts' | 'next' | 'endsEarly'> {
  readonly posts: readonly ItemVersion[]
}

/** About how much memory a result takes besides its passages, of which each hit is an object. */
const rowBytes = 2000

/**
 * Finds a page of posts. If texts with the words themselves do not fill it, a second statement finds those with a longer last word.
 *
 * @param viewer whose mutes and bans exclude posts; null for what everyone finds.
 */
async function findPostsPage(db: Db, request: Request, viewer: Viewer | null): Promise<FoundPage> {
  let readAt: number | null = null
  const { page, next, endsEarly } = await findPage(request, async (part) => {
    const rows = await queryRows(db, findPosts, {
      ...parametersOf(part, viewer),
      bestChecked: 500,
      showsPassages: true,
      marks: hitMarks,
      titleOptions,
    })
    // Taken from the first statement, because what was written between two may be missing. Without a row it is unknown.
    readAt ??= Number(rows[0]?.read_at ?? 0)
    return rows
  })
  const titles = page.map(({ id, title_passages }) => ({ id, passages: title_passages }))
  return {
    posts: page.map(({ id, post_version }) => ({ id, version: post_version })),
    excerpts: excerptsOf('post', page, request),
    titleExcerpts: excerptsOf('post', titles, request).filter(({ segments }) =>
      segments.some(({ isHit }) => isHit),
    ),
    next,
    endsEarly,
    readAt: readAt ?? 0,
    bytes: page.reduce((sum, row) => sum + rowBytes + 2 * (row.passages?.length ?? 0), 0),
  }
}

/**
 * A page of posts. What everyone finds is kept for a moment; the viewer state of its posts, and what has changed in them, is read for
 * each member.
 */
async function searchPosts(services: SharedServices, request: Request, { post: to }: ItemsViewAs) {
  const { db, orders } = services
  const { viewer } = to
  const found = excludesTexts(viewer)
    ? await findPostsPage(db, request, viewer)
    : await orders.get(`search ${JSON.stringify(request)}`, {
        notBefore: notBeforeOf(viewer),
        read: () => findPostsPage(db, request, null),
      })
  const { versions, stateOf } = await getPostsForViewer(db, found.posts, viewer)
  const posts = await getPosts(services, versions, { to, stateOf: (id) => stateOf.get(id) })
  const shown = versions.flatMap(({ id }) => posts.get(id) ?? [])
  const isShown = new Set([...posts.keys()].map((id) => wireId('post', id)))
  const rest: Omit<FoundTexts, 'posts'> = {
    comments: [],
    users: [],
    excerpts: found.excerpts.filter(({ id }) => isShown.has(id)),
    titleExcerpts: found.titleExcerpts.filter(({ id }) => isShown.has(id)),
  }
  const page = withFields<FoundTexts>(Json.of(rest), jsonObject({ posts: jsonList(shown) }))
  return { page, next: found.next, endsEarly: found.endsEarly, count: shown.length }
}

/** A page of comments, found as that of posts. */
async function searchComments({ db }: SharedServices, request: Request, { comment: to }: ItemsViewAs) {
  const { page, next, endsEarly } = await findPage(request, (part) =>
    queryRows(db, findComments, {
      ...parametersOf(part, to.viewer),
      format: to.format,
      renderer: rendererVersion,
    }),
  )
  const comments = page.map((row) => ({ postTitle: row.post_title, ...commentView(row, to) }))
  const excerpts = excerptsOf('comment', page, request)
  const found: FoundTexts = { posts: [], comments, users: [], excerpts, titleExcerpts: [] }
  return { page: found, next, endsEarly, count: comments.length }
}

const textKinds = { posts: searchPosts, comments: searchComments } as const

/** With so few results, some may be missing because of a typing error. */
const fewResults = 9

/**
 * A page of texts. Where the first page of a query has few results, it names the nearest query that finds more, and shows the results of
 * that one if it has none itself. The first page of posts has the community that the query names.
 */
async function searchTexts(
  services: SharedServices,
  request: Request,
  { views, kind, text }: { views: ItemsViewAs; kind: keyof typeof textKinds; text: string },
): Promise<SearchPage | Json<SearchPage>> {
  const find = textKinds[kind]
  const isFirstPage = request.offset === 0 && request.cursor === null && request.last === 'itself'
  const [own, searchProgress, communities] = await Promise.all([
    find(services, request, views),
    getSearchProgress(services),
    isFirstPage && kind === 'posts' ? findNamedCommunity(services, views.post.viewer, request.terms) : [],
  ])
  const q =
    own.count <= fewResults && own.next === null && isFirstPage
      ? await nearestQuery(services.db, text, request.terms.words)
      : null
  const other = q === null ? null : await find(services, { ...request, terms: parseSearchText(q) }, views)
  const isShown = own.count === 0
  const nearest = q !== null && other !== null && other.count > own.count ? { q, isShown } : null
  const { page, next, endsEarly } = nearest?.isShown && other ? other : own
  // The next page of the nearest query is its own.
  const rest = { communities, next: nearest?.isShown ? null : next, endsEarly, nearest, searchProgress }
  return page instanceof Json ? withFields<SearchPage>(page, Json.of(rest)) : { ...page, ...rest }
}

const nameKinds = {
  communities: async (
    { db }: SharedServices,
    { terms, limit }: Request,
    { post: { viewer } }: ItemsViewAs,
  ) => ({
    ...nothing,
    communities: await findCommunities(db, viewer, terms.words, limit),
  }),
  people: async ({ db }: SharedServices, { terms, limit }: Request, { post: { viewer } }: ItemsViewAs) => ({
    ...nothing,
    users: await findMembers(db, viewer, terms.words, limit),
  }),
}

/**
 * A page of results: posts, comments, communities or people that this viewer may see and has not muted; nothing for empty
 * search terms.
 *
 * @throws Refused for an unknown kind or order, and for a page that makes no sense.
 */
export async function search(
  services: SharedServices,
  query: SearchQuery,
  options: { views: ItemsViewAs; pageSize: number },
): Promise<SearchPage | Json<SearchPage>> {
  const kind = parseChoice(parameters.in, query.in)
  const request = parseRequest(query, options.pageSize)
  if (isEmpty(request.terms)) return nothing
  return kind === 'communities' || kind === 'people'
    ? nameKinds[kind](services, request, options.views)
    : searchTexts(services, request, { views: options.views, kind, text: query.q ?? '' })
}
