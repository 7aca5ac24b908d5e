import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Endpoints } from '../../contract/endpoints/index.ts'
import type { User } from '../../contract/entities/ownUser.ts'
import { errors } from '../../contract/errors.ts'
import { moderatedByAuthor } from '../communities/read.ts'
import { asForGuests, communityView } from '../communities/view.ts'
import type { Config } from '../config.ts'
import { compileOnce } from '../database/compileOnce.ts'
import type { Db } from '../database/connection.ts'
import { enforce, Refused } from '../http/refused.ts'
import { type Call, Tagged } from '../http/route.ts'
import type { Viewer } from '../http/viewer.ts'
import { renderMarkdown } from '../markdown/render.ts'
import { detailsRefusal } from './policy.ts'
import { accountColumns, userView } from './view.ts'

/** All accounts, to be narrowed to one; under the alias `author`, with all of its columns. */
export const accounts = (db: Db) => db.selectFrom('users as author').select(accountColumns)

const profiles = (db: Db) => accounts(db).select(moderatedByAuthor().as('moderated'))

type Profile = Awaited<ReturnType<ReturnType<typeof profiles>['executeTakeFirstOrThrow']>>

const profileView = (profile: Profile, viewer: Viewer | null): User => ({
  ...userView(profile, viewer),
  moddingList: profile.moderated.map((community) => communityView(community, asForGuests)),
})

/** What of a user is shown besides what everybody gets. */
export interface UserRequest {
  readonly username: string
  /** `true`: what only admins may know. */
  readonly adminsView?: string
  /** `page`: the text about themself as HTML too. */
  readonly render?: string
}

/**
 * The user of this name in any case, with the communities they moderate. A deleted account is still found
 * by its name, which it keeps here (API contract 4.2).
 *
 * @throws Refused with `user_not_found`; the view of admins to others with `not_logged_in` or `not_admin`.
 */
export async function getUser(
  { db, config }: { db: Db; config: Config },
  { username, adminsView, render }: UserRequest,
  viewer: Viewer | null,
): Promise<User> {
  const isDetailed = adminsView === 'true'
  if (isDetailed) enforce(detailsRefusal(viewer))
  const profile = await profiles(db)
    .where('author.username_key', '=', username.toLowerCase())
    .$if(isDetailed, (q) =>
      q
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
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
  const user = profileView(profile, viewer)
  return {
    ...user,
    username: profile.author_username,
    ...(render === 'page' && { aboutHtml: aboutHtml(user.aboutMe, config) }),
    ...(isDetailed && {
      // Accounts are numbered as they come.
      userIndex: Number(profile.id),
      webPushSubscriptionsCount: profile.subscriptions ?? 0,
      deletedBy: profile.deletedBy ?? null,
    }),
  }
}

const aboutHtml = (about: string | null, { siteUrl }: Config): string | null =>
  about && renderMarkdown(about, siteUrl ? { siteHost: siteUrl.host } : {})

/** The viewer's own account as the answers to their own changes show it. */
export async function getOwnAccount(db: Db, viewer: Viewer): Promise<User> {
  const account = await accounts(db)
    .where('author.id', '=', viewer.id)
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
  return userView(account, viewer)
}

/** What changes with all that is told of somebody, but for the communities they moderate: the versions of their rows. */
const version = sql<string>`concat_ws('-', author.id, author.xmin,
  (select images.xmin from images where images.id = author.picture_id))`

const versionOf = compileOnce((db, { id }: { id: string }) =>
  db.selectFrom('users as author').where('author.id', '=', id).select(version.as('version')),
)
const profileOf = compileOnce((db, { id }: { id: string }) =>
  profiles(db).where('author.id', '=', id).select(version.as('version')),
)

async function getProfile(db: Db, viewer: Viewer): Promise<{ user: User; version: string }> {
  const [profile] = await profileOf(db, { id: viewer.id })
  if (!profile) throw new Refused(errors.userNotFound)
  return { user: profileView(profile, viewer), version: profile.version }
}

/** The viewer's own account with the communities they moderate. */
export const getOwnUser = async (db: Db, viewer: Viewer): Promise<User> => (await getProfile(db, viewer)).user

/**
 * The same for who asks every five seconds, as every member does: while nothing has changed, one look at the member's
 * row. Who moderates communities is shown what changes in these too, so their answer is made each time.
 */
export async function pollOwnUser({
  db,
  viewer,
  knownTags,
}: Pick<Call<Endpoints['getOwnUser']>, 'db' | 'viewer' | 'knownTags'>): Promise<Tagged<User>> {
  const isModerator = viewer.moderates.size > 0
  if (!isModerator && knownTags.length > 0) {
    const [row] = await versionOf(db, { id: viewer.id })
    if (row && knownTags.includes(row.version)) return new Tagged(row.version)
  }
  const { user, version } = await getProfile(db, viewer)
  if (!isModerator) return new Tagged(version, user)
  const tag = createHash('sha256').update(JSON.stringify(user)).digest('base64url')
  return knownTags.includes(tag) ? new Tagged(tag) : new Tagged(tag, user)
}
