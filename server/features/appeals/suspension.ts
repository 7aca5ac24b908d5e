import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { ModerationActionDetails } from '../../../contract/entities/moderationAction.ts'
import type { SuspendedMember } from '../../core/accounts/suspended.ts'
import type { Db } from '../../platform/database/connection.ts'
import { siteBanActions } from './create.ts'
import { appealView, selectAppeals, suspendedReader } from './queries.ts'

/** Why an account is suspended, what led to it, and its appeal against that. */
export async function getSuspension(db: Db, member: SuspendedMember): Promise<OutputOf<'getSuspension'>> {
  const entry = await db
    .selectFrom('moderation_log')
    .where('member_id', '=', member.id)
    .where('action', 'in', siteBanActions)
    .select(['id', 'reason', 'details'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const ban = await db
    .selectFrom('site_bans')
    .where('user_id', '=', member.id)
    .select(['reason', 'expires_at'])
    .executeTakeFirst()
  const details = (entry?.details ?? {}) as ModerationActionDetails
  const appeal =
    entry && (await selectAppeals(db, member).where('entry_id', '=', entry.id).executeTakeFirst())
  return {
    username: member.username,
    suspendedAt: member.suspendedAt.toISOString(),
    expiresAt: ban?.expires_at?.toISOString() ?? null,
    // For older suspensions, only the log has the reason.
    reason: ban?.reason ?? entry?.reason ?? null,
    basis: details.basis ?? null,
    noPosts: details.noPosts ?? 0,
    noComments: details.noComments ?? 0,
    appeal: appeal ? appealView(appeal, suspendedReader(member)) : null,
  }
}
