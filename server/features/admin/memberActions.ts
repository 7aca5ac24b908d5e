import { type RawBuilder, sql } from 'kysely'
import type { Endpoints, OutputOf } from '../../../contract/endpoints/index.ts'
import { errors, type Refusal } from '../../../contract/errors.ts'
import type { ModerationAction } from '../../../contract/moderationActions.ts'
import type { MemberAction } from '../../../contract/words.ts'
import { enqueueLinkMail } from '../../core/accounts/linkMail.ts'
import { type Call, isKeyOf } from '../../core/api/route.ts'
import { logEntryInsert } from '../../core/moderationLog/record.ts'
import type { Session } from '../../core/sessions/session.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { sendsMail } from '../../platform/mail/send.ts'
import { banRefusal } from './policy.ts'

interface LockedMember {
  readonly id: string
  readonly name: string
  readonly isAdmin: boolean
  readonly isBuiltIn: boolean
  readonly bannedAt: Date | null
  readonly deletedAt: Date | null
  readonly email: string | null
  readonly emailConfirmedAt: Date | null
}

/** Actions on accounts, and their entries in the moderation log. */
interface MemberChange {
  readonly logged: ModerationAction
  /** Why the action is not possible for this account, or null if it is, or would change nothing. */
  readonly refusal: (member: LockedMember) => Refusal
  /** A query for the `id`s of changed accounts; `before` are the common table expressions that it needs. */
  readonly statement: (
    ids: readonly string[],
    session: Session,
    admin: { readonly id: string },
  ) => { readonly before: RawBuilder<unknown>; readonly changed: RawBuilder<unknown> }
}

const isGone = ({ deletedAt, isBuiltIn }: LockedMember): boolean => isBuiltIn || deletedAt !== null
const anyOf = (ids: readonly string[]) => sql`any(${ids}::bigint[])`

const changes: Record<MemberAction, MemberChange> = {
  ban: {
    logged: 'ban_user',
    refusal: (member) => (isGone(member) ? errors.userDeleted : banRefusal(member)),
    statement: (ids, _session, admin) => ({
      before: sql`
        ended_session as (delete from sessions where user_id = ${anyOf(ids)}),
        suspended_user as (
          update users set banned_at = now() where id = ${anyOf(ids)} and banned_at is null returning id),
        site_ban as (
          insert into site_bans (user_id, banned_by) select id, ${admin.id} from suspended_user
          on conflict (user_id) do update set kind = excluded.kind, reason = null, expires_at = null,
            banned_by = excluded.banned_by, created_at = excluded.created_at, changed_at = excluded.changed_at),`,
      changed: sql`select id from suspended_user`,
    }),
  },
  unban: {
    logged: 'unban_user',
    refusal: () => null,
    statement: (ids) => ({
      before: sql`
        lifted_ban as (
          delete from site_bans where user_id = ${anyOf(ids)}
          returning user_id as id, is_ban_in_force(expires_at) as was_in_force),
        reinstated_user as (
          update users set banned_at = null where id = ${anyOf(ids)} and banned_at is not null returning id),`,
      changed: sql`select id from reinstated_user union select id from lifted_ban where was_in_force`,
    }),
  },
  log_out: {
    logged: 'log_out_user',
    refusal: () => null,
    statement: (ids, { idHash }) => ({
      before: sql`ended_session as (
        delete from sessions where user_id = ${anyOf(ids)} and id_hash <> ${idHash} returning user_id),`,
      changed: sql`select distinct user_id as id from ended_session`,
    }),
  },
  send_password_reset: {
    logged: 'mail_password_reset',
    refusal(member) {
      if (isGone(member)) return errors.userDeleted
      return member.email && member.emailConfirmedAt ? null : errors.noConfirmedEmail
    },
    statement: (ids) => ({
      before: sql`enqueued_mail as materialized (
        select id, ${enqueueLinkMail('reset_password', 'id')} from users where id = ${anyOf(ids)}),`,
      changed: sql`select id from enqueued_mail`,
    }),
  },
  confirm_email: {
    logged: 'confirm_email',
    refusal(member) {
      if (isGone(member)) return errors.userDeleted
      return member.email ? null : errors.noEmail
    },
    statement: (ids) => ({
      before: sql``,
      changed: sql`update users set email_confirmed_at = now()
        where id = ${anyOf(ids)} and email_confirmed_at is null returning id`,
    }),
  },
}

/**
 * Does the same to several accounts in one transaction, and records it for each that it changed. Accounts already in that state are skipped.
 *
 * @throws Refused with `invalid_action`, `mail_not_configured`, or `not_admin` for who is no longer one; nothing is changed then.
 */
export async function changeMembers(
  call: Call<Endpoints['changeMembers']>,
): Promise<OutputOf<'changeMembers'>> {
  const { db, config, viewer, session, body } = call
  const { action } = body
  if (!isKeyOf(changes, action)) throw new Refused(errors.invalidAdminAction)
  if (action === 'send_password_reset' && !sendsMail(config)) throw new Refused(errors.mailNotConfigured)
  const { logged, refusal, statement } = changes[action]
  const given = new Map(body.usernames.map((username) => [username.trim().toLowerCase(), username]))
  return db.transaction().execute(async (trx) => {
    const found = await lockMembers(trx, viewer, [...given.keys()], { takesPermissions: action === 'ban' })
    const refused = new Map(
      [...given.keys()].map((name) => {
        const member = found.get(name)
        return [name, member ? refusal(member) : errors.userNotFound]
      }),
    )
    const ids = [...found.values()].filter(({ name }) => !refused.get(name)).map(({ id }) => id)
    const changed = new Set(ids.length === 0 ? [] : await change(ids))
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

    async function change(some: readonly string[]): Promise<string[]> {
      const { before, changed: members } = statement(some, session, viewer)
      const entry = logEntryInsert(
        {
          action: logged,
          actor: viewer,
          actedAs: 'admins',
          communityId: null,
          userId: sql<string>`changed_member.id`,
        },
        { from: 'changed_member' },
      )
      const { rows } = await sql<{ id: string }>`
        with ${before} changed_member as (${members}), log_entry as (${entry})
        select id from changed_member`.execute(trx)
      return rows.map(({ id }) => id)
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
    await logEntryInsert({
      action: isAdmin ? 'add_admin' : 'remove_admin',
      actor: viewer,
      actedAs: 'admins',
      communityId: null,
      userId: user.id,
    }).execute(trx)
  })
  return { success: true }
}

/**
 * The users of these names, by name, locked together with the admin until the transaction ends. Permission locks come before
 * rows, both in the order of ids, so that two admins cannot deadlock.
 *
 * @param names in lower case.
 * @param options.takesPermissions whether the action takes a permission away.
 * @param options.withAdmins whether to lock the other admins, too.
 * @throws Refused with `not_admin` for callers who no longer are one.
 */
async function lockMembers(
  trx: Db,
  admin: { id: string },
  names: readonly string[],
  { takesPermissions, withAdmins = false }: { takesPermissions: boolean; withAdmins?: boolean },
): Promise<ReadonlyMap<string, LockedMember>> {
  if (takesPermissions)
    await sql`select lock_permissions_exclusively(id) from (
      select id from users where username_key = any(${names}::text[]) order by id) as members`.execute(trx)
  const people = await trx
    .selectFrom('users')
    .where((eb) =>
      eb.or([
        eb('id', '=', admin.id),
        eb('username_key', 'in', names),
        ...(withAdmins ? [eb('is_admin', '=', true)] : []),
      ]),
    )
    .select([
      'id',
      'username_key as name',
      'is_admin as isAdmin',
      'is_built_in as isBuiltIn',
      'banned_at as bannedAt',
      'deleted_at as deletedAt',
      'email',
      'email_confirmed_at as emailConfirmedAt',
    ])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  // The caller may have lost the role since the request began.
  const caller = people.find(({ id }) => id === admin.id)
  if (!caller?.isAdmin || caller.bannedAt) throw new Refused(errors.notAdmin)
  const isAskedFor = ({ id, name }: LockedMember) => withAdmins || id !== admin.id || names.includes(name)
  return new Map(people.filter(isAskedFor).map((member) => [member.name, member]))
}
