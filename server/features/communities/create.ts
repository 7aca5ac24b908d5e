import { sql } from 'kysely'
import type { Community } from '../../../contract/entities/community.ts'
import { errors, withName } from '../../../contract/errors.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import { type Config, ownHosts } from '../../config.ts'
import { type CommunityRow, communityColumns } from '../../core/communities/columns.ts'
import { findFormerNames } from '../../core/communities/formerNames.ts'
import { communityNameRefusal } from '../../core/communities/names.ts'
import { creationRefusal } from '../../core/communities/policy.ts'
import { communityView } from '../../core/communities/serialize.ts'
import { type LogEntry, logEntryInsert } from '../../core/moderationLog/record.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { aboutColumns } from './about.ts'

/**
 * Creates a community whose creator is its first member and its highest moderator.
 *
 * @throws Refused with `invalid-community-name`, `not_admin`, `not_enough_points` or `max_limit_reached` by the current
 *   state, or `community-exists`.
 */
export async function createCommunity(
  { db, config, settings }: { db: Db; config: Config; settings: SettingValues },
  creator: Viewer,
  requested: { name: string; about: string },
): Promise<Community> {
  const name = requested.name.trim()
  enforce(communityNameRefusal(name, creator.isAdmin ? [] : settings.reservedNames))
  const [community] = await inTransaction(db, async (trx) => {
    const former = await findFormerNames(trx, [name])
    const lockedCreator = await lockCreator(trx, creator)
    enforce(creationRefusal(lockedCreator, settings))
    if (former.has(name.toLowerCase())) return []
    return insertCommunities(trx, lockedCreator, [
      newCommunity(creator, { name, about: requested.about }, config),
    ])
  })
  if (!community) throw new Refused(withName(errors.communityExists, name))
  return foundersView(community)
}

/**
 * Creates communities for an admin, all of them or none.
 *
 * @returns them in the given order.
 * @throws Refused with `invalid-community-name` or `community-exists` for the first name that cannot be used, or `not_admin`.
 */
export async function createCommunities(
  { db, config }: { db: Db; config: Config },
  admin: Viewer,
  requested: readonly { name: string; about: string }[],
): Promise<Community[]> {
  const communities = requested.map(({ name, about }) =>
    newCommunity(admin, { name: name.trim(), about }, config),
  )
  for (const { name } of communities) enforce(communityNameRefusal(name))
  if (communities.length === 0) return []
  return inTransaction(db, async (trx) => {
    const former = await findFormerNames(
      trx,
      communities.map(({ name }) => name),
    )
    const creator = await lockCreator(trx, admin)
    if (!creator.isAdmin) throw new Refused(errors.notAdmin)
    const free = communities.filter(({ name }) => !former.has(name.toLowerCase()))
    const inserted = free.length === 0 ? [] : await insertCommunities(trx, creator, free)
    const byName = new Map(inserted.map((row) => [row.name, row]))
    return communities.map(({ name }) => {
      const row = byName.get(name)
      // A repeated name is created once.
      if (!row || !byName.delete(name)) throw new Refused(withName(errors.communityExists, name))
      return foundersView(row)
    })
  })
}

const foundersView = (community: CommunityRow) =>
  communityView(community, { userJoined: true, userMod: true })

const newCommunity = (
  creator: { id: string },
  { name, about }: { name: string; about: string },
  config: Config,
): NewCommunity => ({
  name,
  creator_id: creator.id,
  ...aboutColumns(about, ownHosts(config)),
  member_count: 1,
})

/** The facts that decide whether someone may create a community, and in which role. */
interface Creator {
  readonly id: string
  readonly isAdmin: boolean
  readonly points: number
  readonly trust: number
  readonly moderates: ReadonlySet<string>
}

/**
 * The current state of the creator. The account is locked in a separate statement, so that concurrent creations count
 * each other.
 *
 * @throws Refused with `user_not_found` for an account that was deleted or banned from the site meanwhile.
 */
async function lockCreator(trx: Db, { id }: { id: string }): Promise<Creator> {
  await trx.selectFrom('users').where('id', '=', id).select('id').forNoKeyUpdate().execute()
  const { moderates, ...creator } = await trx
    .selectFrom('users')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('banned_at', 'is', null)
    .select([
      'id',
      'is_admin as isAdmin',
      'points',
      sql<number>`trust_of(users)`.as('trust'),
      sql<string[]>`array(select community_id from moderators where user_id = users.id)`.as('moderates'),
    ])
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
  return { ...creator, moderates: new Set(moderates) }
}

interface NewCommunity {
  name: string
  creator_id: string
  about: string | null
  about_html: string | null
  about_renderer: number | null
  member_count: number
}

/** @returns the created ones, whose names were free. */
function insertCommunities(
  trx: Db,
  creator: Creator,
  communities: readonly NewCommunity[],
): Promise<CommunityRow[]> {
  const creation: LogEntry = {
    action: 'create_community',
    actor: creator,
    actedAs: creator.isAdmin ? 'admins' : 'mods',
    communityId: sql.ref<string>('communities.id'),
  }
  return trx
    .with('communities', (q) =>
      q
        .insertInto('communities')
        .values(communities)
        .onConflict((conflict) => conflict.column('name_key').doNothing())
        .returningAll(),
    )
    .with('joined', (q) =>
      q
        .insertInto('memberships')
        .columns(['user_id', 'community_id'])
        .expression((eb) => eb.selectFrom('communities').select(['creator_id', 'id'])),
    )
    .with('appointed', (q) =>
      q
        .insertInto('moderators')
        .columns(['user_id', 'community_id', 'position'])
        .expression((eb) =>
          eb.selectFrom('communities').select(['creator_id', 'id', sql.lit(0).as('position')]),
        ),
    )
    .with('recorded', () => sql<object>`(${logEntryInsert(creation, { from: 'communities' })})`)
    .selectFrom('communities')
    .select(communityColumns)
    .execute()
}
