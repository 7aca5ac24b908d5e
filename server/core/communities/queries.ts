import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { endpoints } from '../../../contract/endpoints/index.ts'
import { Community } from '../../../contract/entities/community.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { communitySets } from '../../../contract/words.ts'
import type { SharedPart, SharedParts } from '../../platform/cache/sharedParts.ts'
import type { SharedRead } from '../../platform/cache/sharedReads.ts'
import { compiledForEach, compiledOnce } from '../../platform/database/compiledOnce.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { parseNumberCursor } from '../../platform/http/cursor.ts'
import { parseId } from '../../platform/http/ids.ts'
import { parseChoice, parseInteger } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'
import { cutOut } from '../api/gap.ts'
import { serializerOf } from '../api/serializer.ts'
import { asGuest, type SharedView, type ViewAs } from '../api/viewAs.ts'
import { enforceReading } from '../permissions/bans.ts'
import type { CommunityKey } from '../permissions/lockCommunity.ts'
import type { Viewer } from '../sessions/viewer.ts'
import { type CommunityRow, communityColumns } from './columns.ts'
import { type GetCommunityRow, getCommunity as statement } from './getCommunity.sql.ts'
import { moderatorView } from './moderators.ts'
import { ruleView } from './ruleView.ts'
import { aboutHtml, asForGuests, communityView } from './serialize.ts'

/** The sort key of the community that a page begins with. */
const placeOf = (id: string, columns: RawBuilder<unknown>) =>
  sql`(select ${columns} from communities as place where place.id = ${id})`

/** How communities are sorted, and the condition for those from the first of a page on. */
const orders = {
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

const overlayOf = (row: { id: string; userJoined: SqlBool; isMuted: boolean }, viewer: Viewer | null) => ({
  userJoined: viewer ? Boolean(row.userJoined) : null,
  isMuted: row.isMuted,
  userMod: viewer ? viewer.moderates.has(row.id) : null,
})

/** The beginning of the directory for a member, which home pages need each time. */
const findBeginning = compiledForEach((sort: keyof typeof orders, limit: number) =>
  compiledOnce((db, viewerId: string) =>
    communitiesFor(db, viewerId).orderBy(orders[sort].order).limit(limit),
  ),
)

/**
 * The directory: a set of communities in an order.
 *
 * @param request the query of the URL. An unknown set is empty; a missing or non-positive limit means all, up to `communitiesPerPageMax`; `next` is the community that a page begins with.
 * @throws Refused for an invalid limit, order or cursor, and for subscriptions of guests.
 */
export async function listCommunities(
  db: Db,
  viewer: Viewer | null,
  request: { set?: string; sort?: string; limit?: string; next?: string },
): Promise<Community[]> {
  const parameters = endpoints.listCommunities.query.properties
  const limit = parseInteger(parameters.limit, request.limit)
  const sort = parseChoice(parameters.sort, request.sort)
  const { order, from } = orders[sort]
  const next = parseNumberCursor(request.next)
  const set = request.set || 'all'
  if (set === 'subscribed' && !viewer) throw new Refused(errors.notLoggedIn)
  if (!communitySets.some((one) => one === set)) return []

  const most = limits.communitiesPerPageMax
  const count = limit > 0 ? Math.min(limit, most) : most
  if (viewer && set === 'all' && next === null) {
    const rows = await findBeginning(sort, count)(db, viewer.id)
    return rows.map((row) => communityView(row, overlayOf(row, viewer)))
  }
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
function wholeView(row: GetCommunityRow, { viewer, siteHost, format }: ViewAs) {
  const community = communityView(row, {
    ...overlayOf(row, viewer),
    isDefault: row.isDefault,
    moderationLogNames: row.moderationLogNames,
    ...(format === 'html' && { aboutHtml: aboutHtml(row, siteHost) }),
  })
  return { ...community, mods: row.mods.map(moderatorView), rules: row.rules.map(ruleView) }
}

/**
 * One community by its untrusted id, or by its name in any case.
 *
 * @throws Refused when the id has not the form of one, and when there is no such community.
 */
export async function getCommunity(db: Db, key: CommunityKey, to: ViewAs) {
  const row = await queryRow(db, statement, {
    id: 'id' in key ? parseId(key.id) : null,
    nameKey: 'name' in key ? key.name.toLowerCase() : null,
    postPublicId: null,
    viewerId: to.viewer?.id ?? null,
    ...listed,
  })
  if (!row) throw new Refused(errors.communityNotFound)
  enforceReading(to.viewer, row.id)
  return wholeView(row, to)
}

/** A community as JSON, split where the viewer state is inserted. */
export interface SharedCommunity {
  readonly id: string
  readonly before: string
  readonly after: string
}

const writeCommunity = serializerOf({ response: Community })

const stateJson = (state: Pick<Community, 'userJoined' | 'userMod' | 'isMuted'>): string =>
  `"userJoined":${state.userJoined},"userMod":${state.userMod},"isMuted":${state.isMuted}`

/** The shared part of a post's community; undefined if post or community does not exist. */
export async function getCommunityOfPost(
  db: Db,
  postPublicId: string,
  to: SharedView,
): Promise<SharedRead & { readonly community: SharedCommunity | null }> {
  const row = await queryRow(db, statement, {
    id: null,
    nameKey: null,
    postPublicId,
    viewerId: null,
    ...listed,
  })
  if (!row) return { community: null, readAt: 0, bytes: 0 }
  const json = writeCommunity(wholeView(row, asGuest(to)))
  const [before, after] = cutOut(json, stateJson(asForGuests))
  return {
    community: { id: row.id, before, after },
    readAt: Number(row.read_at),
    bytes: 2 * json.length,
  }
}

/** The JSON of a community for one viewer. */
export const communityText = (
  { id, before, after }: SharedCommunity,
  viewer: Viewer | null,
  { isJoined, isMuted }: { isJoined: boolean; isMuted: boolean },
): string => `${before}${stateJson(overlayOf({ id, userJoined: isJoined, isMuted }, viewer))}${after}`

/** A community inside a list, as JSON for members who did not mute it, and cut where the viewer's state belongs. */
export interface ListedCommunity extends SharedPart {
  readonly text: string
  readonly before: string
  readonly after: string
}

function listedCommunity(row: CommunityRow, version: string): ListedCommunity {
  const text = writeCommunity(communityView(row, asForGuests))
  const [before, after] = cutOut(text, stateJson(asForGuests))
  return { id: row.id, version, text, before, after, bytes: 4 * text.length }
}

/** These communities for everybody, by id, in the versions that the database has named. */
export const getListedCommunities = (
  { db, parts }: { db: Db; parts: SharedParts },
  wanted: readonly { id: string; version: string }[],
): Promise<Map<string, ListedCommunity>> => {
  const versionOf = new Map(wanted.map(({ id, version }) => [id, version]))
  return parts.getAll('community', wanted, async (ids) => {
    const rows = await db
      .selectFrom('communities')
      .where(sql<boolean>`communities.id = any(${ids}::bigint[])`)
      .select(communityColumns)
      .execute()
    return rows.map((row) => listedCommunity(row, versionOf.get(row.id) ?? ''))
  })
}

/** The JSON of a community inside a list. */
export const listedText = ({ text, before, after }: ListedCommunity, isMuted: boolean): string =>
  isMuted ? `${before}${stateJson({ ...asForGuests, isMuted })}${after}` : text
