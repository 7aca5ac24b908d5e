import { type RawBuilder, sql } from 'kysely'
import type { Endpoints, OutputOf } from '../../../contract/endpoints/index.ts'
import { errors, type Refusal } from '../../../contract/errors.ts'
import type { ModerationAction } from '../../../contract/moderationActions.ts'
import { isKeyOf } from '../../../contract/objects.ts'
import type { MemberAction } from '../../../contract/words.ts'
import type { Call } from '../../core/api/route.ts'
import { recordAction, recordActions } from '../../core/moderationLog/record.ts'
import { endAccess } from '../../core/sessions/endAccess.ts'
import type { Session } from '../../core/sessions/session.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import { type LockedMember, lockMembers } from '../../core/users/lockMembers.ts'
import { banRefusal } from '../../core/users/policy.ts'
import { banFromSite, liftSiteBans } from '../../core/users/siteBan.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { sendsMail } from '../../platform/mail/send.ts'
import { endSlowVoters } from './votes/slow.ts'

/** An action on accounts. */
interface MemberChange {
  /** Why the action is not possible for this account, or null if it is, or would change nothing. */
  readonly refusal: (member: LockedMember) => Refusal
  /** Changes the accounts, records it, and returns the ids of those that it changed. */
  readonly change: (
    trx: Db,
    members: readonly LockedMember[],
    by: { readonly admin: Viewer; readonly session: Session },
  ) => Promise<readonly string[]>
}

/** A change with an entry in the moderation log for each account that its statement returns. */
const logged =
  (
    action: ModerationAction,
    change: (trx: Db, ids: RawBuilder<string>, session: Session) => Promise<readonly { id: string }[]>,
  ): MemberChange['change'] =>
  async (trx, members, { admin, session }) => {
    const ids = sql<string>`any(${idsOf(members)}::bigint[])`
    const changed = [...new Set((await change(trx, ids, session)).map(({ id }) => id))]
    await recordForEach(trx, admin, { action, userIds: changed })
    return changed
  }

const recordForEach = (
  trx: Db,
  admin: Viewer,
  { action, userIds }: { action: ModerationAction; userIds: readonly string[] },
) =>
  recordActions(
    trx,
    userIds.map((userId) => ({ action, actor: admin, actedAs: 'admins', communityId: null, userId })),
  )

const idsOf = (members: readonly LockedMember[]) => members.map(({ id }) => id)
const isGone = ({ deletedAt, isBuiltIn }: LockedMember): boolean => isBuiltIn || deletedAt !== null

const changes: Record<MemberAction, MemberChange> = {
  ban: {
    refusal: (member) => (isGone(member) ? errors.userDeleted : banRefusal(member)),
    // Suspended members keep the reason and the end that they have.
    change: (trx, members, { admin }) =>
      banFromSite(trx, admin, idsOf(members.filter(({ bannedAt }) => bannedAt === null)), {
        kind: 'reading',
        expiresAt: null,
        reason: null,
        removed: null,
      }),
  },
  unban: {
    refusal: () => null,
    change: (trx, members, { admin }) => liftSiteBans(trx, admin, idsOf(members)),
  },
  log_out: {
    refusal: () => null,
    change: logged('log_out_user', (trx, ids, session) => endAccess(trx, ids, { except: session.idHash })),
  },
  send_password_reset: {
    refusal(member) {
      if (isGone(member)) return errors.userDeleted
      return member.email && member.emailConfirmedAt ? null : errors.noConfirmedEmail
    },
    change: logged('mail_password_reset', (trx, ids) =>
      trx
        .selectFrom('users')
        .where('id', '=', ids)
        .select(['id', sql`enqueue_link_mail(id, 'reset_password')`.as('job')])
        .execute(),
    ),
  },
  confirm_email: {
    refusal(member) {
      if (isGone(member)) return errors.userDeleted
      return member.email ? null : errors.noEmail
    },
    change: logged('confirm_email', (trx, ids) =>
      trx
        .updateTable('users')
        .set({ email_confirmed_at: sql`now()` })
        .where('id', '=', ids)
        .where('email_confirmed_at', 'is', null)
        .returning('id')
        .execute(),
    ),
  },
  end_slow_votes: {
    // It also ends for those who became admins or deleted their accounts meanwhile.
    refusal: () => null,
    async change(trx, members, { admin }) {
      const userIds = await endSlowVoters(trx, { userIds: idsOf(members), undoes: null })
      await recordForEach(trx, admin, { action: 'end_slow_votes', userIds })
      return userIds
    },
  },
}

/**
 * Does the same to several accounts in one transaction, and records it for each that it changed. Accounts already in that state are skipped.
 *
 * @throws Refused with `invalid_action`, `mail_not_configured`, `password_needed`, or `not_admin` for who is no longer one; nothing is changed then.
 */
export async function changeMembers(
  call: Call<Endpoints['changeMembers']>,
): Promise<OutputOf<'changeMembers'>> {
  const { db, config, viewer, session, body } = call
  const { action } = body
  if (!isKeyOf(changes, action)) throw new Refused(errors.invalidAdminAction)
  if (action === 'send_password_reset' && !sendsMail(config)) throw new Refused(errors.mailNotConfigured)
  // It opens the account to the reader of the mail of that address.
  if (action === 'confirm_email') await session.requireRecentPassword(db)
  const { refusal, change } = changes[action]
  const given = new Map(body.usernames.map((username) => [username.trim().toLowerCase(), username]))
  return db.transaction().execute(async (trx) => {
    const found = await lockMembers(trx, viewer, [...given.keys()], { takesPermissions: action === 'ban' })
    const refused = new Map(
      [...given.keys()].map((name) => {
        const member = found.get(name)
        return [name, member ? refusal(member) : errors.userNotFound]
      }),
    )
    const members = [...found.values()].filter(({ name }) => !refused.get(name))
    const changed = new Set(
      members.length === 0 ? [] : await change(trx, members, { admin: viewer, session }),
    )
    return {
      results: [...given].map(([name, username]) => {
        const why = refused.get(name)
        return {
          username,
          changed: changed.has(found.get(name)?.id ?? ''),
          refusal: why ? { code: why.code ?? '', message: why.message } : null,
        }
      }),
    }
  })
}

/**
 * Makes a user an admin of the site, or dismisses them. Repeating it changes nothing.
 *
 * @throws Refused with `password_needed`, `not_admin`, `user_not_found`, `user-deleted`, `user-banned`, or `last_admin` if nobody
 *   else could log in as an admin.
 */
export async function setAdmin({
  db,
  viewer,
  session,
  params,
  body: { isAdmin },
}: Call<Endpoints['setAdmin']>): Promise<{ success: true }> {
  await session.requireRecentPassword(db)
  const name = params.username.toLowerCase()
  await db.transaction().execute(async (trx) => {
    const found = await lockMembers(trx, viewer, [name], { takesPermissions: true, withAdmins: true })
    const user = found.get(name)
    if (!user) throw new Refused(errors.userNotFound)
    if (isGone(user)) throw new Refused(errors.userDeleted)
    if (isAdmin && user.bannedAt) throw new Refused(errors.userBanned)
    const others = [...found.values()].filter((other) => other.isAdmin && other.id !== user.id)
    if (!isAdmin && others.every((other) => other.bannedAt || isGone(other)))
      throw new Refused(errors.lastAdmin)
    if (user.isAdmin === isAdmin) return
    await trx.updateTable('users').set({ is_admin: isAdmin }).where('id', '=', user.id).execute()
    await recordAction(trx, {
      action: isAdmin ? 'add_admin' : 'remove_admin',
      actor: viewer,
      actedAs: 'admins',
      communityId: null,
      userId: user.id,
    })
  })
  return { success: true }
}
