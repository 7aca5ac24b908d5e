import { sql } from 'kysely'
import type { MemberTrust, Trust } from '../../../contract/entities/trust.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { keysOf } from '../../../contract/objects.ts'
import {
  effectiveTrust,
  missingFor,
  type TrustSettings,
  trustAbilities,
  trustNeededFor,
  trustTable,
} from '../../../contract/trust.ts'
import { findTrustFacts } from '../../core/trust/updateTrust.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'

interface Services {
  readonly db: Db
  readonly settings: TrustSettings
}

/**
 * How far a member is trusted, what that allows, and what comes next.
 *
 * @throws Refused with `user_not_found`.
 */
export async function getTrust({ db, settings }: Services, memberId: string): Promise<Trust> {
  const member = await db
    .selectFrom('users')
    .where('id', '=', memberId)
    .select(['trust_level', 'is_trust_pinned', 'is_admin', sql<number>`trust_of(users)`.as('trust')])
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
  const facts = await findTrustFacts(db, memberId)
  if (!facts) throw new Refused(errors.userNotFound)
  const level = effectiveTrust(member.trust, { isStaff: member.is_admin })
  const isSet = member.is_trust_pinned
  return {
    level,
    isSet,
    facts,
    next: isSet ? null : nextLevel(level, facts),
    abilities: abilitiesOf(settings),
  }
}

function nextLevel(level: number, facts: Trust['facts']): Trust['next'] {
  const next = level + 1
  return next === 1 || next === 2 || next === 3
    ? { level: next, missing: missingFor(facts, trustTable[next]) }
    : null
}

const abilitiesOf = (settings: TrustSettings): Trust['abilities'] =>
  keysOf(trustAbilities).map((ability) => ({ ability, level: trustNeededFor(ability, settings) }))

/** @throws Refused with `user_not_found`. */
export const getMemberId = async (db: Db, username: string): Promise<string> => {
  const { id } = await db
    .selectFrom('users')
    .where('username_key', '=', username.toLowerCase())
    .select('id')
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
  return id
}

/** The same for admins, with who vouched for whom. @throws Refused with `user_not_found`. */
export async function getMemberTrust(services: Services, username: string): Promise<MemberTrust> {
  const { db } = services
  const id = await getMemberId(db, username)
  const [trust, pin, vouchedBy, vouchedFor] = await Promise.all([
    getTrust(services, id),
    db
      .selectFrom('member_trust')
      .leftJoin('users as admin', 'admin.id', 'member_trust.pinned_by')
      .where('user_id', '=', id)
      .select([
        'admin.username as setBy',
        'pinned_at as setAt',
        sql<Date | null>`case when vouching_paused_until > now() then vouching_paused_until end`.as(
          'pausedUntil',
        ),
      ])
      .executeTakeFirst(),
    sql<MemberTrust['vouchedBy'][number] & { at: Date }>`
      select username, is_invitation as "isInvitation", vouched_at as at, counts
      from vouchers_of(${id}::bigint) join users on users.id = voucher_id
      order by vouched_at, voucher_id limit ${sql.lit(limits.vouchesShown)}`.execute(db),
    sql<MemberTrust['vouchedFor'][number] & { at: Date }>`
      select username, is_invitation as "isInvitation", at, banned_at is not null as "isBanned"
      from (
        select user_id, false as is_invitation, created_at as at from vouches where voucher_id = ${id}
        union all
        select user_id, true, joined_at from invitations join invited_members on invitation_id = invitations.id
        where created_by = ${id}
      ) as vouched join users on users.id = user_id where deleted_at is null
      order by at desc, user_id desc limit ${sql.lit(limits.vouchesShown)}`.execute(db),
  ])
  const iso = <Row extends { at: unknown }>(row: Row) => ({ ...row, at: (row.at as Date).toISOString() })
  return {
    ...trust,
    setBy: pin?.setBy ?? null,
    setAt: pin?.setAt?.toISOString() ?? null,
    vouchedBy: vouchedBy.rows.map(iso),
    vouchedFor: vouchedFor.rows.map(iso),
    vouchingPausedUntil: pin?.pausedUntil?.toISOString() ?? null,
  }
}
