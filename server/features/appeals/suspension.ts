import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { ModerationActionDetails } from '../../../contract/entities/moderationAction.ts'
import type { SuspendedMember } from '../../core/accounts/suspended.ts'
import type { Db } from '../../platform/database/connection.ts'
import { siteBanActions } from './create.ts'
import { appealView, selectAppeals, suspendedReader } from './queries.ts'

/** Why an account is suspended, until when, what led to it, and how much was removed with it. */
export type Suspension = Pick<
  OutputOf<'getSuspension'>,
  'expiresAt' | 'reason' | 'basis' | 'noPosts' | 'noComments'
>

const getEntry = (db: Db, { id }: { readonly id: string }) =>
  db
    .selectFrom('moderation_log')
    .where('member_id', '=', id)
    .where('action', 'in', siteBanActions)
    .select(['id', 'reason', 'details'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The current suspension of a member. `entryId` is that of the log, or null. */
export async function findSuspension(
  db: Db,
  member: { readonly id: string },
): Promise<Suspension & { readonly entryId: string | null }> {
  const entry = await getEntry(db, member)
  const ban = await db
    .selectFrom('site_bans')
    .where('user_id', '=', member.id)
    .select(['reason', 'expires_at'])
    .executeTakeFirst()
  const { basis = null, noPosts = 0, noComments = 0 } = (entry?.details ?? {}) as ModerationActionDetails
  return {
    entryId: entry?.id ?? null,
    expiresAt: ban?.expires_at?.toISOString() ?? null,
    // For older suspensions, only the log has the reason.
    reason: ban?.reason ?? entry?.reason ?? null,
    basis,
    noPosts,
    noComments,
  }
}

/** The suspension of a member, and their appeal against it. */
export async function getSuspension(db: Db, member: SuspendedMember): Promise<OutputOf<'getSuspension'>> {
  const { entryId, ...suspension } = await findSuspension(db, member)
  const appeal =
    entryId === null
      ? null
      : await selectAppeals(db, member).where('entry_id', '=', entryId).executeTakeFirst()
  return {
    username: member.username,
    suspendedAt: member.suspendedAt.toISOString(),
    ...suspension,
    appeal: appeal ? appealView(appeal, suspendedReader(member)) : null,
  }
}
