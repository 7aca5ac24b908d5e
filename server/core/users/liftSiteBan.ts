import type { Db } from '../../platform/database/connection.ts'
import { recordAction } from '../moderationLog/record.ts'

/** Lifts the ban of a member from the site and records it; nothing changes for who is not banned. */
export async function liftSiteBan(trx: Db, admin: { readonly id: string }, userId: string): Promise<void> {
  const lifted = await trx
    .updateTable('users')
    .set({ banned_at: null })
    .where('id', '=', userId)
    .where('banned_at', 'is not', null)
    .returning('id')
    .execute()
  if (lifted.length === 0) return
  await recordAction(trx, {
    action: 'unban_user',
    actor: admin,
    actedAs: 'admins',
    communityId: null,
    userId,
  })
}
