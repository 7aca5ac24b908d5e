import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { type Endpoints, endpoints } from '../../../contract/endpoints/index.ts'
import type { User } from '../../../contract/entities/ownUser.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { type Config, ownHosts } from '../../config.ts'
import type { Item } from '../../platform/cache/items.ts'
import { batchedByKey } from '../../platform/database/batch.ts'
import { compiledOnce } from '../../platform/database/compiledOnce.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { Json } from '../../platform/http/json.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { renderMarkdown } from '../../platform/markdown/render.ts'
import { type Call, Tagged } from '../api/route.ts'
import { serializerOf } from '../api/serializer.ts'
import { communityColumns } from '../communities/columns.ts'
import { asForGuests, communityView } from '../communities/serialize.ts'
import type { Viewer } from '../sessions/viewer.ts'
import { selectAccounts } from '../users/columns.ts'
import { presentNameOf } from '../users/erased.ts'
import { userView } from '../users/serialize.ts'
import { ownAccount } from './ownAccount.sql.ts'
import { detailsRefusal } from './policy.ts'

/** Accounts with the communities that they moderate, by name. */
const selectProfiles = (db: Db) =>
  selectAccounts(db).select((eb) =>
    jsonArrayFrom(
      eb
        .selectFrom('moderators')
        .innerJoin('communities', 'communities.id', 'moderators.community_id')
        .whereRef('moderators.user_id', '=', 'author.id')
        .where('communities.deleted_at', 'is', null)
        .orderBy('communities.name_key')
        .limit(sql.lit(limits.moderatedCommunitiesShown))
        .select(communityColumns),
    ).as('moderated'),
  )

const findProfile = batchedByKey(
  compiledOnce((db, usernameKeys: readonly string[]) =>
    selectProfiles(db).where(sql<boolean>`author.username_key = any(${usernameKeys}::text[])`),
  ),
  ({ author_username }) => author_username.toLowerCase(),
)

/** With what only admins see. */
const findDetailedProfile = compiledOnce((db, usernameKey: string) =>
  selectProfiles(db)
    .where('author.username_key', '=', usernameKey)
    .leftJoin('users as deleter', 'deleter.id', 'author.deleted_by')
    .select('deleter.username as deletedBy')
    .select((eb) =>
      eb
        .selectFrom('push_subscriptions')
        .innerJoin('sessions', 'sessions.id_hash', 'push_subscriptions.session_id_hash')
        .whereRef('sessions.user_id', '=', 'author.id')
        .select(eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
        .as('subscriptions'),
    ),
)

type Profile = NonNullable<Awaited<ReturnType<typeof findProfile>>>
type DetailedProfile = Awaited<ReturnType<typeof findDetailedProfile>>[number]

const profileView = (profile: Profile, viewer: Viewer | null): User => ({
  ...userView(profile, viewer),
  moddingList:
    profile.moderated.length > 0
      ? profile.moderated.map((community) => communityView(community, asForGuests))
      : null,
})

export interface UserRequest {
  readonly username: string
  /** `true` adds the fields that only admins may see. */
  readonly adminsView?: string
  /** `page` adds `aboutMe` as HTML. */
  readonly render?: string
}

/**
 * The user of this name, in any letter case, with the communities they moderate. A deleted account is found by its name, also when it
 * was erased.
 *
 * @throws Refused with `user_not_found`, or, for `adminsView`, with `not_logged_in` or `not_admin`.
 */
export async function getUser(
  { db, config }: { db: Db; config: Config },
  { username, adminsView, render }: UserRequest,
  viewer: Viewer | null,
): Promise<User> {
  const isDetailed = adminsView === 'true'
  if (isDetailed) enforce(detailsRefusal(viewer))
  const find = async (key: string): Promise<(Profile & Partial<DetailedProfile>) | undefined> =>
    isDetailed ? (await findDetailedProfile(db, key))[0] : await findProfile(db, key)
  const named = await find(username.toLowerCase())
  const erased = named ? null : await presentNameOf(db, username)
  const profile = named ?? (erased === null ? undefined : await find(erased))
  if (!profile) throw new Refused(errors.userNotFound)
  const user = profileView(profile, viewer)
  return {
    ...user,
    username: erased === null ? profile.author_username : username,
    ...(render === 'page' && { aboutHtml: aboutHtml(user.aboutMe, config) }),
    ...(isDetailed && {
      // Account ids are sequential.
      userIndex: Number(profile.id),
      webPushSubscriptionsCount: profile.subscriptions ?? 0,
      deletedBy: profile.deletedBy ?? null,
    }),
  }
}

const aboutHtml = (about: string | null, config: Config): string | null =>
  about && renderMarkdown(about, { siteHosts: ownHosts(config) })

/** The viewer's own account without the communities they moderate. @throws Refused with `user_not_found`. */
export async function getOwnAccount(db: Db, viewer: Viewer): Promise<User> {
  const account = await selectAccounts(db)
    .where('author.id', '=', viewer.id)
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
  return userView(account, viewer)
}

async function getProfile(db: Db, viewer: Viewer): Promise<{ user: User; version: string }> {
  const profile = await queryRow(db, ownAccount, {
    memberId: viewer.id,
    moderatedMax: limits.moderatedCommunitiesShown,
  })
  if (!profile) throw new Refused(errors.userNotFound)
  // Admins cannot be slowed, and others do not see it.
  return { user: profileView({ ...profile, votes_slowed_at: null }, viewer), version: profile.version }
}

/** The viewer's own account with the communities they moderate. @throws Refused with `user_not_found`. */
export const getOwnUser = async (db: Db, viewer: Viewer): Promise<User> => (await getProfile(db, viewer)).user

/** The account of a member as they see it themselves. */
interface OwnAccount extends Item {
  readonly json: Json<User>
}

const writeUser = serializerOf(endpoints.getOwnUser)

/**
 * `getOwnUser` for clients that poll: every page polls every five seconds. While the account has not changed, this reads
 * nothing beyond the session.
 */
export async function pollOwnUser({
  db,
  items,
  viewer,
  viewAs: { format },
  knownTags,
}: Pick<Call<Endpoints['getOwnUser']>, 'db' | 'items' | 'viewer' | 'viewAs' | 'knownTags'>): Promise<
  Tagged<User>
> {
  const { id, accountVersion } = viewer
  if (knownTags.includes(accountVersion)) return new Tagged(accountVersion)
  const load = async (): Promise<OwnAccount[]> => {
    const { user, version } = await getProfile(db, viewer)
    const json = new Json<User>(writeUser(user, format))
    return [{ id, version, json, bytes: 2 * json.text.length }]
  }
  const account = (await items.getAll(`own account ${format}`, [{ id, version: accountVersion }], load)).get(
    id,
  )
  if (!account) throw new Refused(errors.userNotFound)
  return new Tagged(account.version, account.json)
}
