import { sql } from 'kysely'
import type { Community } from '../../../contract/entities/community.ts'
import { errors, withName } from '../../../contract/errors.ts'
import { communityNameRefusal } from '../../core/communities/names.ts'
import { getListedCommunity } from '../../core/communities/queries.ts'
import { noteRenamedSpeaker } from '../../core/content/renamedSpeaker.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { notifyMembers } from '../../core/notifications/notify.ts'
import { enforceAdmin } from '../../core/permissions/admin.ts'
import type { CommunityKey } from '../../core/permissions/lockCommunity.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseId } from '../../platform/http/ids.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'

/** The task that notifies the moderators of a renamed community. */
export const renamedTask = 'notify_of_new_name'

/** The payload of the job. */
export interface Renamed {
  readonly communityId: string
  readonly formerName: string
  readonly newName: string
  /** Who renamed it. */
  readonly actorId: string
}

/**
 * Renames a community for an admin. A name that it already has changes nothing.
 *
 * @returns the community as the directory shows it.
 * @throws Refused as `renameCommunity`, and with `not_admin`.
 */
export function renameAsAdmin(db: Db, admin: Viewer, key: CommunityKey, name: string): Promise<Community> {
  return db.transaction().execute(async (trx) => {
    await enforceAdmin(trx, admin)
    const { communityId } = await renameCommunity(trx, key, { name, by: admin })
    return getListedCommunity(trx, admin, communityId)
  })
}

/**
 * Gives a community another name. Its former names lead to it for good, and only it can take one of them back. A job notifies its
 * moderators: this transaction has locked the whole row, for which others may wait who have locked members.
 *
 * @param trx a transaction that has locked no rows.
 * @throws Refused with `invalid-community-name`, `community-exists`, `invalid_id` or `community/not-found`.
 */
export async function renameCommunity(
  trx: Db,
  key: CommunityKey,
  { name: requested, by }: { name: string; by: { readonly id: string } },
): Promise<Renamed> {
  const name = requested.trim()
  enforce(communityNameRefusal(name))
  await sql`select lock_community_names_exclusively()`.execute(trx)
  const before = await lockForRename(trx, key)
  const renamed: Renamed = {
    communityId: before.id,
    formerName: before.name,
    newName: name,
    actorId: by.id,
  }
  if (before.name === name) return renamed
  const { owner } = await trx
    .selectNoFrom(sql<string | null>`community_named(${name.toLowerCase()})`.as('owner'))
    .executeTakeFirstOrThrow()
  if (owner !== null && owner !== before.id) throw new Refused(withName(errors.communityExists, name))
  await sql`
    with renamed as (
      update communities set name = ${name} where id = ${before.id}),
    former as (
      -- Also where only upper and lower case differ: the ids of Atom feeds keep the first spelling.
      insert into former_community_names (name, community_id) values (${before.name}, ${before.id})
      -- It has had this name before, in any case.
      on conflict (name_key) do nothing)
    select graphile_worker.add_job(${renamedTask}, ${JSON.stringify(renamed)}::json)`.execute(trx)
  await noteRenamedSpeaker(trx, before.id)
  await recordAction(trx, {
    action: 'rename_community',
    actor: by,
    actedAs: 'admins',
    communityId: before.id,
    details: { formerName: before.name, newName: name },
  })
  return renamed
}

/** For update, as the change of a unique column needs in the end: a weaker lock first could end in a deadlock. */
const lockForRename = (trx: Db, key: CommunityKey) =>
  trx
    .selectFrom('communities')
    .where('deleted_at', 'is', null)
    .where('id', '=', 'id' in key ? parseId(key.id) : sql<string>`community_named(${key.name.toLowerCase()})`)
    .select(['id', 'name'])
    .forUpdate()
    .executeTakeFirstOrThrow(() => new Refused(errors.communityNotFound))

/** Notifies the moderators of a renamed community, without the one who renamed it. */
export async function notifyOfNewName(
  db: Db,
  { communityId, formerName, newName, actorId }: Renamed,
): Promise<void> {
  const moderators = await db
    .selectFrom('moderators')
    .where('community_id', '=', communityId)
    .where('user_id', '<>', actorId)
    .select('user_id as userId')
    .execute()
  await notifyMembers(
    db,
    moderators.map(({ userId }) => ({
      userId,
      type: 'community_renamed',
      communityId,
      details: { formerName, newName },
    })),
  )
}
