import { sql } from 'kysely'
import type { Mutes } from '../../contract/entities/mute.ts'
import { errors } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Db } from '../database/connection.ts'
import { Refused } from '../http/refused.ts'
import { listMutes } from './read.ts'

/** Either, both or none. */
interface Wish {
  readonly userId: string | null
  readonly communityId: string | null
}

interface Outcome {
  has_user: boolean
  is_user_deleted: boolean
  has_community: boolean
  has_room: boolean
}

/**
 * Mutes a user, a community, or both; muting twice changes nothing.
 *
 * @returns everything the member muted, afterwards.
 * @throws Refused; then neither is muted.
 */
export async function mute(db: Db, memberId: string, wish: Wish): Promise<Mutes> {
  if (wish.userId !== null || wish.communityId !== null) await insertMutes(db, memberId, wish)
  return await listMutes(db, memberId)
}

/** The user is locked against being deleted meanwhile: a deletion removes the mutes of its account. */
async function insertMutes(db: Db, memberId: string, { userId, communityId }: Wish): Promise<void> {
  const { rows } = await sql<Outcome>`
    with muted_user as materialized (
      select id, deleted_at is not null as is_deleted from users where id = ${userId}::bigint for share),
    muted_community as materialized (
      select id from communities where id = ${communityId}::bigint and deleted_at is null),
    facts as materialized (
      select ${userId}::bigint is null or exists (select from muted_user) as has_user,
        exists (select from muted_user where is_deleted) as is_user_deleted,
        ${communityId}::bigint is null or exists (select from muted_community) as has_community,
        ${hasRoom('user', memberId, userId)} and ${hasRoom('community', memberId, communityId)} as has_room),
    allowed as materialized (
      select from facts where has_user and not is_user_deleted and has_community and has_room),
    user_muted as (
      insert into user_mutes (user_id, muted_user_id)
      select ${memberId}, muted_user.id from muted_user, allowed on conflict do nothing),
    community_muted as (
      insert into community_mutes (user_id, muted_community_id)
      select ${memberId}, muted_community.id from muted_community, allowed on conflict do nothing)
    select * from facts`.execute(db)
  const [outcome] = rows
  if (!outcome?.has_user) throw new Refused(errors.userNotFound)
  if (outcome.is_user_deleted) throw new Refused(errors.userDeleted)
  if (!outcome.has_community) throw new Refused(errors.communityNotFound)
  if (!outcome.has_room) throw new Refused(errors.tooManyMutes)
}

/** Whether one more fits among the mutes of its kind, or it is there already. */
const hasRoom = (kind: 'user' | 'community', memberId: string, id: string | null) => {
  const table = sql.table(`${kind}_mutes`)
  return sql<boolean>`(${id}::bigint is null
    or exists (select from ${table} where user_id = ${memberId} and ${sql.ref(`muted_${kind}_id`)} = ${id})
    or (select count(*) from ${table} where user_id = ${memberId}) < ${sql.lit(limits.mutesMax)})`
}
