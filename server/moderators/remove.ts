import { sql } from 'kysely'
import type { Author } from '../../contract/entities/user.ts'
import { errors } from '../../contract/errors.ts'
import { type LockedCommunity, lockCommunity } from '../communities/lock.ts'
import type { Db } from '../database/connection.ts'
import { enforce, Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import { recordAct } from '../moderation/log.ts'
import { changeStanding } from '../moderation/standing.ts'
import { authorColumns, authorView } from '../users/view.ts'
import { dismissModerator } from './dismiss.ts'
import { removalRefusal } from './policy.ts'

/**
 * Ends that somebody moderates a community; they stay a member. Where they do not moderate it nothing changes.
 *
 * @returns who was removed.
 * @throws Refused with `invalid_id`, `community/not-found`, `user_not_found`, `not-mod-not-admin` or `lower-mod`.
 */
export function removeModerator(
  db: Db,
  member: Viewer,
  { communityId, username }: { communityId: string; username: string },
): Promise<Author> {
  return db.transaction().execute(async (trx) => {
    await changeStanding(trx, { username })
    const community = await lockCommunity(trx, { id: communityId })
    const target = await getTarget(trx, username, community)
    const actor = await getActor(trx, member, community)
    enforce(removalRefusal(actor, target))
    if (await dismissModerator(trx, target.author_id, community.id))
      await recordAct(trx, {
        action: 'remove_moderator',
        actor: member,
        // An admin who moderates too needs to be one only for those above.
        actedAs: removalRefusal({ ...actor, isAdmin: false }, target) === null ? 'mods' : 'admins',
        communityId: community.id,
        userId: target.author_id,
      })
    return authorView(target.author_id, target)
  })
}

/** Where the user `author` of the surrounding query stands in a community. */
const positionIn = (community: LockedCommunity) =>
  sql<
    number | null
  >`(select position from moderators where community_id = ${community.id} and user_id = author.id)`

const getTarget = (trx: Db, username: string, community: LockedCommunity) =>
  trx
    .selectFrom('users as author')
    .where('author.username_key', '=', username.toLowerCase())
    .select('author.id as author_id')
    .select(authorColumns)
    .select(positionIn(community).as('position'))
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))

const getActor = (trx: Db, { id }: Viewer, community: LockedCommunity) =>
  trx
    .selectFrom('users as author')
    .where('author.id', '=', id)
    .where('author.deleted_at', 'is', null)
    .where('author.banned_at', 'is', null)
    .select('author.is_admin as isAdmin')
    .select(positionIn(community).as('position'))
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
