import { expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { Type } from 'typebox'
import { banForbids } from '../../../contract/bans.ts'
import type { OwnBan } from '../../../contract/entities/ban.ts'
import type { Community } from '../../../contract/entities/community.ts'
import { Initial } from '../../../contract/entities/initial.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { trustToVouch } from '../../../contract/trust.ts'
import { moderatorPermissions } from '../../../contract/words.ts'
import {
  agreementOfNewMembers,
  findMissingAgreement,
  type MissingAgreement,
} from '../../core/access/agreements.ts'
import { needsEmail, wantsConfirmedEmail } from '../../core/access/policy.ts'
import type { Services, SharedServices } from '../../core/api/route.ts'
import { serializerOf } from '../../core/api/serializer.ts'
import { welcomeHtml } from '../../core/api/site.ts'
import type { BodyFormat, ViewAs } from '../../core/api/viewAs.ts'
import { communityWithVersion, getListedCommunities } from '../../core/communities/queries.ts'
import { asForGuests } from '../../core/communities/serialize.ts'
import { listColumns } from '../../core/lists/columns.ts'
import { listView } from '../../core/lists/serialize.ts'
import { muteColumns } from '../../core/mutes/columns.ts'
import { mutesView } from '../../core/mutes/serialize.ts'
import { publicPushKey } from '../../core/notifications/pushIdentity.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import { getCurrentTerms } from '../../core/staticPages/terms.ts'
import { selectAccounts } from '../../core/users/columns.ts'
import { userView } from '../../core/users/serialize.ts'
import type { Order } from '../../platform/cache/orders.ts'
import { batchedByKey } from '../../platform/database/batch.ts'
import { compiledOnce } from '../../platform/database/compiledOnce.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'
import { Json, jsonObject, withFields } from '../../platform/http/json.ts'
import { Refused } from '../../platform/http/refused.ts'
import { sendsMail } from '../../platform/mail/send.ts'

const nested = expressionBuilder<DB>()

/** What is the same for all viewers. */
interface SharedSite extends Order {
  readonly userCount: number
  readonly awaitsFirstAdmin: boolean
  readonly hasCommunities: boolean
  readonly isChecklistDismissed: boolean
  readonly reportReasons: Initial['reportReasons']
}

interface SiteForGuests extends SharedSite {
  readonly sidebar: readonly string[]
}

/** Condition of a community that guests see in the sidebar: a default one, or one of the largest where there are none. */
const isForGuests = sql<boolean>`(communities.is_default or (
  not exists (select from communities as other where other.is_default and other.deleted_at is null)
  and communities.id in (select largest.id from communities as largest where largest.deleted_at is null
    order by largest.member_count desc, largest.id limit ${sql.lit(limits.sidebarCommunities)})))`

/** The communities that guests see in the sidebar, by name. */
const sidebarVersions = sql<string[]>`array(
  select ${communityWithVersion} from communities where communities.deleted_at is null and ${isForGuests}
  order by communities.name_key limit ${sql.lit(limits.communitiesJoinedMax)})`

const sharedColumns = [
  nested.selectFrom('site_settings').select('user_count').$asScalar().$notNull().as('userCount'),
  sql<boolean>`awaits_first_admin()`.as('awaitsFirstAdmin'),
  sql<boolean>`exists (select from communities where deleted_at is null)`.as('hasCommunities'),
  sql<boolean>`(select 'dismissed' = any(checklist) from site_settings)`.as('isChecklistDismissed'),
  jsonArrayFrom(
    nested
      .selectFrom('report_reasons')
      .where('is_hidden', '=', false)
      .select(['id', 'title', 'description'])
      .orderBy('position')
      .orderBy('id'),
  ).as('reportReasons'),
  sql<string>`microseconds_of(statement_timestamp())`.as('readAt'),
] as const

const findSite = compiledOnce((db) => db.selectNoFrom(sharedColumns))
const findSiteForGuests = compiledOnce((db) =>
  db.selectNoFrom([...sharedColumns, sidebarVersions.as('sidebar')]),
)

function shared<Row extends { readonly readAt: string }>([row]: readonly Row[]) {
  if (!row) throw new Error('The site has no settings.')
  return { ...row, readAt: Number(row.readAt), bytes: siteBytes }
}

const siteBytes = 1000

const getSharedSite = async (db: Db): Promise<SharedSite> => shared(await findSite(db))

const getSiteForGuests = async (db: Db): Promise<SiteForGuests> => shared(await findSiteForGuests(db))

/** Whether the last finished backup (started by an admin or the schedule) or its verification failed. */
const lastBackupFailed = sql<boolean>`coalesce((
  select state = 'failed' or verification is not distinct from 'failed' from backups
  where deleted_at is null and state in ('made', 'failed')
  order by id desc limit 1), false)`

/** Accounts with their lists, the last changed first, and the communities that they joined, by name, in their versions. */
const selectMembers = (db: Db) =>
  selectAccounts(db).select((eb) => [
    jsonArrayFrom(
      eb
        .selectFrom('lists')
        .innerJoin('users as owner', 'owner.id', 'lists.user_id')
        .whereRef('lists.user_id', '=', 'author.id')
        .orderBy('lists.last_updated_at', 'desc')
        .orderBy('lists.id', 'desc')
        .limit(sql.lit(limits.listsPerMemberMax))
        .select(listColumns),
    ).as('lists'),
    sql<string[]>`array(
      select ${communityWithVersion} from memberships join communities on communities.id = memberships.community_id
      where memberships.user_id = author.id and communities.deleted_at is null
      order by communities.name_key limit ${sql.lit(limits.communitiesJoinedMax)})`.as('communities'),
  ])

/** With what most members do not have: mutes and bans, and what only admins see. */
const findDetails = compiledOnce((db, id: string) =>
  selectMembers(db)
    .where('author.id', '=', id)
    .select(muteColumns({ id }))
    .select(sql<OwnBan[]>`bans_of(author.id, ${limits.ownBansShown})`.as('bans'))
    .select([
      sql<
        number | null
      >`case when author.is_admin then count_waiting_applications(${sql.lit(limits.applicationsCountedMax)}) end`.as(
        'applicationsWaiting',
      ),
      sql<boolean | null>`case when author.is_admin then ${lastBackupFailed} end`.as('backupFailed'),
    ]),
)

/** Requests that come at the same time share a query. */
const findMember = batchedByKey(
  compiledOnce((db, ids: readonly string[]) =>
    selectMembers(db).where(sql<boolean>`author.id = any(${ids}::bigint[])`),
  ),
  ({ id }) => id,
)

type Member = NonNullable<Awaited<ReturnType<typeof findMember>>>
type Account = Member & Partial<Omit<Awaited<ReturnType<typeof findDetails>>[number], keyof Member>>

/** A member's account with all that is theirs. */
async function findWhole(db: Db, viewer: Viewer): Promise<Account> {
  const { id, isAdmin, mutesMembers, mutesCommunities, bans } = viewer
  const hasMore = isAdmin || mutesMembers || mutesCommunities || bans.length > 0
  const account = hasMore ? (await findDetails(db, id))[0] : await findMember(db, id)
  if (!account) throw new Refused(errors.userNotFound)
  return account
}

const forbiddenCommunities = ({ bans }: Viewer) =>
  bans.flatMap(({ communityId, kind }) =>
    communityId !== null && banForbids(kind, 'voting') ? [communityId] : [],
  )

type InitialServices = SharedServices & Pick<Services, 'config' | 'settings' | 'secrets'>

/** What is left to add is the viewer's. */
const siteView = (
  site: SharedSite,
  { config, settings, secrets }: InitialServices,
  { isShut }: { isShut: boolean },
) => ({
  signupsDisabled: settings.joining === 'closed',
  // Copies, because serializing an answer changes it.
  reportReasons: site.reportReasons.map((reason) => ({ ...reason })),
  noUsers: isShut ? 0 : site.userCount,
  vapidPublicKey: publicPushKey({ config, settings }, secrets),
  mail: sendsMail(config),
  imagePostSubmitReqPoints: settings.mediaPostPoints,
  linkPostSubmitReqPoints: settings.mediaPostPoints,
  imagesPerPost: settings.imagePosts ? settings.imagesPerPost : 0,
  uploadMaxMib: settings.uploadMaxMib,
  defaultFeedSort: settings.defaultFeedSort,
  captcha: config.captcha,
  hcaptchaSiteKey: config.hcaptchaSiteKey,
  communityCreationOpen: settings.communityCreation === 'members',
  awaitsFirstAdmin: site.awaitsFirstAdmin,
  joining: settings.joining,
  approvalQuestions: settings.joining === 'approval' ? [...settings.approvalQuestions] : [],
  emailNeeded: needsEmail(settings),
  confirmedEmailToPost: wantsConfirmedEmail(settings, config),
  membersMayInvite: settings.membersMayInvite,
  privateForum: settings.privateForum,
  hasCommunities: site.hasCommunities,
})

/** What the viewer has to agree to. */
const askedOf = async (services: InitialServices, { terms, age }: MissingAgreement) => ({
  termsToAccept: terms ? (await getCurrentTerms(services)).version : '',
  ageToDeclare: age,
})

const writeFields = serializerOf({ response: Type.Omit(Initial, ['communities']) })

const initialJson = (
  initial: Omit<Initial, 'communities'>,
  communities: Json<Community[]>,
  format: BodyFormat,
): Json<Initial> => withFields(new Json(writeFields(initial, format)), jsonObject({ communities }))

async function initialForGuests(
  services: InitialServices,
  site: SiteForGuests,
  format: BodyFormat,
): Promise<Json<Initial>> {
  const { settings, config } = services
  const asked = await askedOf(services, agreementOfNewMembers(settings))
  const isShut = settings.privateForum
  const communities = await getListedCommunities(services, isShut ? [] : site.sidebar, () => asForGuests)
  const initial = {
    user: null,
    ...siteView(site, services, { isShut }),
    ...asked,
    lists: [],
    bannedFrom: null,
    bans: null,
    moderates: null,
    mutes: { communityMutes: [], userMutes: [] },
    welcome: isShut ? '' : welcomeHtml(settings, config),
    showsChecklist: false,
  }
  return initialJson(initial, communities, format)
}

async function initialForMember(
  services: InitialServices,
  site: SharedSite,
  {
    viewer,
    account,
    missing,
    format,
  }: { viewer: Viewer; account: Account; missing: MissingAgreement; format: BodyFormat },
): Promise<Json<Initial>> {
  const { userMutes = [], communityMutes = [], bans = [] } = account
  const initial = {
    user: userView(account, viewer),
    ...siteView(site, services, { isShut: false }),
    ...(await askedOf(services, missing)),
    lists: account.lists.map(listView),
    bannedFrom: forbiddenCommunities(viewer).slice(0, limits.communityIdsShown),
    bans,
    moderates: [...viewer.moderates].slice(0, limits.communityIdsShown),
    ...restrictionsOf(viewer),
    mutes: mutesView({ userMutes, communityMutes }),
    welcome: '',
    ...(typeof account.applicationsWaiting === 'number' && {
      applicationsWaiting: account.applicationsWaiting,
    }),
    ...(viewer.trust >= trustToVouch && { mayVouch: true }),
    ...(account.backupFailed && { backupFailed: true }),
    showsChecklist: viewer.isAdmin && !site.isChecklistDismissed,
  }
  const muted = new Set(communityMutes.map(({ id }) => id))
  const communities = await getListedCommunities(services, account.communities, (id) =>
    muted.has(id) ? asMuted : asForGuests,
  )
  return initialJson(initial, communities, format)
}

const asMuted = { ...asForGuests, isMuted: true }

/**
 * The answer of `getInitial`: everything that an application needs at its start. For members, one query besides what is shared,
 * for guests one; and one more for communities that are not in memory, and for what the site asks members to agree to.
 *
 * @throws Refused with `user_not_found`.
 */
export async function getInitial(
  services: InitialServices,
  { viewer, format }: Pick<ViewAs, 'viewer' | 'format'>,
): Promise<Json<Initial>> {
  const { db, orders } = services
  if (!viewer) {
    const notBefore = Number.POSITIVE_INFINITY
    const site = await orders.get('site for guests', { notBefore, read: () => getSiteForGuests(db) })
    return initialForGuests(services, site, format)
  }
  const [site, account, missing] = await Promise.all([
    orders.get('site', { notBefore: viewer.notBefore, read: () => getSharedSite(db) }),
    findWhole(db, viewer),
    findMissingAgreement(db, viewer.id, services.settings),
  ])
  return initialForMember(services, site, { viewer, account, missing, format })
}

/** The communities that someone moderates without all permissions, which are few. */
function restrictionsOf(viewer: Viewer): Pick<Initial, 'restrictedIn'> {
  const restrictedIn = [...viewer.permissions]
    .filter(([, permissions]) => permissions.length < moderatorPermissions.length)
    .map(([communityId, permissions]) => ({ communityId, permissions: [...permissions] }))
  return restrictedIn.length > 0 ? { restrictedIn: restrictedIn.slice(0, limits.communityIdsShown) } : {}
}
