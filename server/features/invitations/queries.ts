import { type ExpressionBuilder, expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { Invitation } from '../../../contract/entities/invitation.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'
import { Refused } from '../../platform/http/refused.ts'

/** Whether an invitation can still be used. */
export const isUsable = sql<boolean>`invitation_is_usable(invitations)`

const state = sql<Invitation['state']>`case when invitations.withdrawn_at is not null then 'withdrawn'
  when invitations.use_count >= invitations.uses_max then 'used_up'
  when invitations.expires_at <= now() then 'expired'
  when invitation_is_usable(invitations) then 'usable' else 'withdrawn' end`

/** The members who joined with it, the latest first; deleted accounts without a name. */
const joined = (eb: ExpressionBuilder<DB, 'invitations'>) =>
  jsonArrayFrom(
    eb
      .selectFrom('invited_members')
      .innerJoin('users', 'users.id', 'invited_members.user_id')
      .whereRef('invited_members.invitation_id', '=', 'invitations.id')
      .select([
        sql<string | null>`case when users.deleted_at is null then users.username end`.as('username'),
        'invited_members.joined_at as joinedAt',
      ])
      .orderBy('invited_members.user_id', 'desc')
      .limit(sql.lit(limits.invitedMembersShown)),
  )

/** Invitations with everything that is shown of them. */
export const selectInvitations = (db: Db) =>
  db
    .selectFrom('invitations')
    .innerJoin('users as maker', 'maker.id', 'invitations.created_by')
    .select([
      'invitations.id',
      'invitations.code',
      'maker.username as createdBy',
      'invitations.uses_max as uses',
      'invitations.use_count as used',
      'invitations.created_at as createdAt',
      'invitations.expires_at as expiresAt',
      'invitations.withdrawn_at as withdrawnAt',
      state.as('state'),
    ])
    .select(joined(expressionBuilder<DB, 'invitations'>()).as('joined'))

type InvitationRow = Awaited<ReturnType<ReturnType<typeof selectInvitations>['executeTakeFirstOrThrow']>>

export const invitationView = ({ id: _id, ...row }: InvitationRow): Invitation => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
  joined: row.joined.map(({ username, joinedAt }) => ({
    username,
    joinedAt: new Date(joinedAt).toISOString(),
  })),
})

/** Who made an invitation that can still be used. @throws Refused with `invitation-not-found`. */
export async function getInvitation(db: Db, code: string): Promise<OutputOf<'getInvitation'>> {
  return db
    .selectFrom('invitations')
    .innerJoin('users as maker', 'maker.id', 'invitations.created_by')
    .where('invitations.code', '=', code)
    .where(isUsable)
    .select('maker.username as invitedBy')
    .executeTakeFirstOrThrow(() => new Refused(errors.invitationNotFound))
}
