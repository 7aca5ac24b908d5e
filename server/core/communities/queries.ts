import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { endpoints } from '../../../contract/endpoints/index.ts'
import { Community } from '../../../contract/entities/community.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { communitySets } from '../../../contract/words.ts'
import type { Item, ItemVersion } from '../../platform/cache/items.ts'
import type { Order } from '../../platform/cache/orders.ts'
import { compiledForEach, compiledOnce } from '../../platform/database/compiledOnce.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { parseNumberCursor } from '../../platform/http/cursor.ts'
import { parseId } from '../../platform/http/ids.ts'
import { Json, jsonList, SharedJson } from '../../platform/http/json.ts'
import { parseChoice, parseInteger } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { SharedServices } from '../api/route.ts'
import { serializerOf } from '../api/serializer.ts'
import { asGuest, type BodyFormat, type SharedView, type ViewAs } from '../api/viewAs.ts'
import { commentLimitsView } from '../content/commentLimits.ts'
import { enforceReading } from '../permissions/bans.ts'
import type { CommunityKey } from '../permissions/lockCommunity.ts'
import { notBeforeOf, type Viewer } from '../sessions/viewer.ts'
import { communityColumns } from './columns.ts'
import { type GetCommunityRow, getCommunity as statement } from './getCommunity.sql.ts'
import { getJoinedCommunities } from './joined.ts'
import { moderatorView } from './moderators.ts'
import { ruleView } from './ruleView.ts'
import { aboutHtml, asForGuests, communityView } from './serialize.ts'

/** The sort key of the community that a page begins with. */
const placeOf = (id: string, columns: RawBuilder<unknown>) =>
  sql`(select ${columns} from communities as place where place.id = ${id})`

/** How communities are sorted, and the condition for those from the first of a page on. */
const sorts = {
  new: {
    order: sql`communities.created_at desc, communities.id desc`,
    from: (id: string) =>
      sql<boolean>`(communities.created_at, communities.id) <= ${placeOf(id, sql`created_at, id`)}`,
  },
  old: {
    order: sql`communities.created_at, communities.id`,
    from: (id: string) =>
      sql<boolean>`(communities.created_at, communities.id) >= ${placeOf(id, sql`created_at, id`)}`,
  },
  size: {
    order: sql`communities.member_count desc, communities.id`,
    from: (id: string) =>
      sql<boolean>`(-communities.member_count, communities.id) >= ${placeOf(id, sql`-member_count, id`)}`,
  },
  name_asc: {
    order: sql`communities.name_key`,
    from: (id: string) => sql<boolean>`communities.name_key >= ${placeOf(id, sql`name_key`)}`,
  },
  name_dsc: {
    order: sql`communities.name_key desc`,
    from: (id: string) => sql<boolean>`communities.name_key <= ${placeOf(id, sql`name_key`)}`,
  },
}

/** When a statement began, in microseconds since 1970. */
const readAt = sql<string>`microseconds_of(statement_timestamp())`

/** Whether this viewer muted a community of the surrounding query. */
const isMutedBy = (viewerId: string | null) =>
  sql<boolean>`exists (select from community_mutes
    where community_mutes.user_id = ${viewerId} and community_mutes.muted_community_id = communities.id)`

/** The communities that are not deleted, each with whether this viewer joined or muted it; null for guests. */
const communitiesFor = (db: Db, viewerId: string | null) =>
  db
    .selectFrom('communities')
    .where('communities.deleted_at', 'is', null)
    .select(communityColumns)
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('memberships')
            .where('memberships.user_id', '=', viewerId)
            .whereRef('memberships.community_id', '=', 'communities.id'),
        )
        .as('userJoined'),
    )
    .select(isMutedBy(viewerId).as('isMuted'))

function overlayOf(row: { id: string; userJoined: SqlBool; isMuted: boolean }, viewer: Viewer | null) {
  const permissions = viewer?.permissions.get(row.id)
  return {
    userJoined: viewer ? Boolean(row.userJoined) : null,
    isMuted: row.isMuted,
    userMod: viewer ? permissions !== undefined : null,
    ...(permissions && { userPermissions: [...permissions] }),
  }
}

/** The beginning of the directory, which home pages of members need each time. */
interface Beginning extends Order {
  /** Ids with versions. */
  readonly stored: readonly string[]
}

const findBeginning = compiledForEach((sort: keyof typeof sorts, limit: number) =>
  compiledOnce((db) =>
    db
      .selectFrom('communities')
      .where('communities.deleted_at', 'is', null)
      .select([communityWithVersion.as('stored'), readAt.as('readAt')])
      .orderBy(sorts[sort].order)
      .limit(limit),
  ),
)

const bytesPerStored = 100

async function getBeginning(db: Db, sort: keyof typeof sorts, limit: number): Promise<Beginning> {
  const rows = await findBeginning(sort, limit)(db)
  return {
    stored: rows.map(({ stored }) => stored),
    readAt: Number(rows[0]?.readAt ?? 0),
    bytes: bytesPerStored * rows.length,
  }
}

async function getBeginningFor(
  services: SharedServices,
  viewer: Viewer,
  { sort, count }: { sort: keyof typeof sorts; count: number },
): Promise<Json<Community[]>> {
  const { db, orders } = services
  const { stored } = await orders.get(`communities ${sort} ${count}`, {
    notBefore: viewer.notBefore,
    read: () => getBeginning(db, sort, count),
  })
  const joined = await getJoinedCommunities(services, viewer)
  return getListedCommunities(services, stored, (id) => ({
    userJoined: joined.has(id),
    userMod: viewer.permissions.has(id),
    isMuted: false,
  }))
}

/**
 * The directory: a set of communities in an order.
 *
 * @param request the query of the URL. An unknown set is empty; a missing or non-positive limit means all, up to `communitiesPerPageMax`; `next` is the community that a page begins with.
 * @throws Refused for an invalid limit, order or cursor, and for subscriptions of guests.
 */
export async function listCommunities(
  services: SharedServices,
  viewer: Viewer | null,
  request: { set?: string; sort?: string; limit?: string; next?: string },
): Promise<Community[] | Json<Community[]>> {
  const { db } = services
  const parameters = endpoints.listCommunities.query.properties
  const limit = parseInteger(parameters.limit, request.limit)
  const sort = parseChoice(parameters.sort, request.sort)
  const { order, from } = sorts[sort]
  const next = parseNumberCursor(request.next)
  const set = request.set || 'all'
  if (set === 'subscribed' && !viewer) throw new Refused(errors.notLoggedIn)
  if (!communitySets.some((one) => one === set)) return []

  const most = limits.communitiesPerPageMax
  const count = limit > 0 ? Math.min(limit, most) : most
  if (viewer && !viewer.mutesCommunities && set === 'all' && next === null)
    return getBeginningFor(services, viewer, { sort, count })
  const rows = await communitiesFor(db, viewer?.id ?? null)
    .$if(set === 'default', (q) => q.where('communities.is_default', '=', true))
    .$if(set === 'subscribed', (q) =>
      q.where('communities.id', 'in', (eb) =>
        eb
          .selectFrom('memberships')
          .where('user_id', '=', viewer?.id ?? null)
          .select('community_id'),
      ),
    )
    .$if(next !== null, (q) => q.where(from(next ?? '')))
    .orderBy(order)
    .limit(count)
    .execute()
  return rows.map((row) => communityView(row, overlayOf(row, viewer)))
}

/** The communities with these ids, in the given order, without those that do not exist. */
export async function getCommunitiesById(
  db: Db,
  viewer: Viewer | null,
  ids: readonly string[],
): Promise<Community[]> {
  const rows = await communitiesFor(db, viewer?.id ?? null)
    .where('communities.id', 'in', sql<string>`(select unnest(${ids}::bigint[]))`)
    .orderBy(sql`array_position(${ids}::bigint[], communities.id)`)
    .execute()
  return rows.map((row) => communityView(row, overlayOf(row, viewer)))
}

/**
 * Communities whose name contains the text in any case: the one of exactly this name, those that the viewer joined, those
 * whose name begins with the text, then the largest.
 */
export async function searchCommunities(db: Db, viewer: Viewer | null, text: string): Promise<Community[]> {
  const key = text.toLowerCase()
  const rows = await communitiesFor(db, viewer?.id ?? null)
    .where(sql<boolean>`position(${key} in communities.name_key) > 0`)
    .orderBy(sql`communities.name_key = ${key} desc, "userJoined" desc, starts_with(communities.name_key, ${key}) desc,
      communities.member_count desc, communities.id`)
    .limit(limits.communitySearchResults)
    .execute()
  return rows.map((row) => communityView(row, overlayOf(row, viewer)))
}

/** One community by its id, as the directory shows it. @throws Refused when there is none. */
export async function getListedCommunity(db: Db, viewer: Viewer, communityId: string): Promise<Community> {
  const row = await communitiesFor(db, viewer.id)
    .where('communities.id', '=', communityId)
    .executeTakeFirstOrThrow(() => new Refused(errors.communityNotFound))
  return communityView(row, overlayOf(row, viewer))
}

const listed = { moderatorsMax: limits.moderatorsPerCommunityMax, rulesMax: limits.rulesPerCommunityMax }

/** A community with its moderators and rules as this viewer sees it. */
function wholeView(row: GetCommunityRow, { viewer, siteHosts, format }: ViewAs) {
  const commentLimits = commentLimitsView(row.commentLimits)
  const community = communityView(row, {
    ...overlayOf(row, viewer),
    ...(commentLimits && { commentLimits }),
    isDefault: row.isDefault,
    moderationLogNames: row.moderationLogNames,
    removalReasonRequired: row.removalReasonRequired,
    downvoters: row.downvoters,
    scoreHiddenMinutes: row.scoreHiddenMinutes,
    madeWithAi: row.madeWithAi,
    ...(format === 'html' && { aboutHtml: aboutHtml(row, siteHosts) }),
  })
  return {
    ...community,
    mods: row.mods.map(moderatorView),
    rules: row.rules.map((rule) => ruleView(rule, siteHosts)),
  }
}

/** @throws Refused when the id has not the form of one, and when there is no such community. */
async function getRow(db: Db, key: CommunityKey, viewer: Viewer | null): Promise<GetCommunityRow> {
  const row = await queryRow(db, statement, {
    id: 'id' in key ? parseId(key.id) : null,
    nameKey: 'name' in key ? key.name.toLowerCase() : null,
    postPublicId: null,
    viewerId: viewer?.id ?? null,
    ...listed,
  })
  if (!row) throw new Refused(errors.communityNotFound)
  return row
}

/**
 * One community by its untrusted id, or by its name in any case, as it is now.
 *
 * @throws Refused when the id has not the form of one, and when there is no such community.
 */
export async function getCommunity(db: Db, key: CommunityKey, to: ViewAs) {
  const row = await getRow(db, key, to.viewer)
  enforceReading(to.viewer, row.id)
  return wholeView(row, to)
}

/** What a community is to a viewer. */
type CommunityState = Pick<Community, 'userJoined' | 'userMod' | 'isMuted'>

const writeFields = serializerOf({ response: Type.Omit(Community, ['userJoined', 'userMod', 'isMuted']) })
const guestState = Json.of(asForGuests)

/** A community as it is for everyone. */
export interface SharedCommunity {
  readonly id: string
  readonly json: SharedJson<Community>
}

function sharedCommunity(community: Community, format: BodyFormat): SharedCommunity {
  // Before it is written, which changes ids to those of the wire.
  const { id } = community
  return { id, json: new SharedJson(writeFields(community, format), guestState) }
}

/**
 * `getCommunity` for everyone who asks in the same two seconds. Only members who muted communities get a query of their own.
 *
 * @throws Refused as `getCommunity`.
 */
export async function getSharedCommunity(
  services: Pick<SharedServices, 'db' | 'orders'>,
  key: CommunityKey,
  to: ViewAs,
): Promise<Community | Json<Community>> {
  const { db, orders } = services
  const { viewer } = to
  if (viewer?.mutesCommunities) return getCommunity(db, key, to)
  const { community } = await orders.get(`community ${JSON.stringify(key)} ${to.format}`, {
    notBefore: notBeforeOf(viewer),
    // A failure is not kept, so a new community is found at once.
    read: async () => {
      const row = await getRow(db, key, null)
      const community = sharedCommunity(wholeView(row, asGuest(to)), to.format)
      return { community, readAt: Number(row.read_at), bytes: bytesPerCharacter * community.json.length }
    },
  })
  enforceReading(viewer, community.id)
  const isJoined = viewer !== null && (await getJoinedCommunities(services, viewer)).has(community.id)
  return communityJson(community, viewer, { isJoined, isMuted: false })
}

/** The community of a post as everyone gets it, with moderators and rules; null if post or community does not exist. */
export async function getCommunityOfPost(
  db: Db,
  postPublicId: string,
  to: SharedView,
): Promise<Order & { readonly community: SharedCommunity | null }> {
  const row = await queryRow(db, statement, {
    id: null,
    nameKey: null,
    postPublicId,
    viewerId: null,
    ...listed,
  })
  if (!row) return { community: null, readAt: 0, bytes: 0 }
  const community = sharedCommunity(wholeView(row, asGuest(to)), to.format)
  return { community, readAt: Number(row.read_at), bytes: bytesPerCharacter * community.json.length }
}

/** A community for one viewer. */
export const communityJson = (
  { id, json }: SharedCommunity,
  viewer: Viewer | null,
  { isJoined, isMuted }: { isJoined: boolean; isMuted: boolean },
): Json<Community> => json.for(Json.of(overlayOf({ id, userJoined: isJoined, isMuted }, viewer)))

/** Two, and the parsed object for pages. */
const bytesPerCharacter = 6

/** @param stored the id, a space, and the version. */
function versionedCommunity(stored: string): ItemVersion {
  const end = stored.indexOf(' ')
  return { id: stored.slice(0, end), version: stored.slice(end + 1) }
}

/** A community of the surrounding query and the version of its JSON, for `versionedCommunity`. */
export const communityWithVersion = sql<string>`concat_ws(' ', communities.id, communities.xmin,
  case when communities.icon_id is not null then (select images.xmin from images where images.id = communities.icon_id) end,
  case when communities.banner_id is not null then (select images.xmin from images where images.id = communities.banner_id) end)`

const findItems = async (db: Db, ids: readonly string[]): Promise<(Item & SharedCommunity)[]> => {
  const rows = await db
    .selectFrom('communities')
    .where(sql<boolean>`communities.id = any(${ids}::bigint[])`)
    .select(communityColumns)
    .select(communityWithVersion.as('stored'))
    .execute()
  // Their own versions: a replica may not have the wanted ones yet.
  return rows.map((row) => {
    // The same in every format.
    const { json } = sharedCommunity(communityView(row, asForGuests), 'source')
    return { ...versionedCommunity(row.stored), bytes: bytesPerCharacter * json.length, json }
  })
}

/**
 * Communities in their order for one viewer.
 *
 * @param stored ids with versions.
 * @param stateOf what a community is to the viewer.
 */
export async function getListedCommunities(
  { db, items }: Pick<SharedServices, 'db' | 'items'>,
  stored: readonly string[],
  stateOf: (id: string) => CommunityState,
): Promise<Json<Community[]>> {
  const versions = stored.map(versionedCommunity)
  const known = await items.getAll('community', versions, (ids) => findItems(db, ids))
  return jsonList(versions.flatMap(({ id }) => known.get(id)?.json.for(Json.of(stateOf(id))) ?? []))
}
