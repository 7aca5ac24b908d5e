import { sql } from 'kysely'
import { errors } from '../../../contract/errors.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseId } from '../../platform/http/ids.ts'
import { Refused } from '../../platform/http/refused.ts'

/** A community by its untrusted id, or by its name or a former one, in any case. */
export type CommunityKey = { readonly id: string } | { readonly name: string }

/** A community that is locked until the transaction ends. */
export interface LockedCommunity {
  readonly id: string
  readonly name: string
}

/**
 * Locks a community, which serializes all changes of it, its rules, its moderators and its bans.
 *
 * @throws Refused with `invalid_id` or `community/not-found`.
 */
export function lockCommunity(trx: Db, key: CommunityKey): Promise<LockedCommunity> {
  return trx
    .selectFrom('communities')
    .where('deleted_at', 'is', null)
    .$call((q) =>
      'id' in key
        ? q.where('id', '=', parseId(key.id))
        : q.where('id', '=', sql<string>`community_named(${key.name.toLowerCase()})`),
    )
    .select(['id', 'name'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new Refused(errors.communityNotFound))
}
