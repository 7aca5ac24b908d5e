import { type QueryCreator, sql } from 'kysely'
import type { Endpoints, OutputOf } from '../../../contract/endpoints/index.ts'
import { errors, type Refusal } from '../../../contract/errors.ts'
import type { ModerationAction } from '../../../contract/moderationActions.ts'
import { isKeyOf } from '../../../contract/objects.ts'
import type { MemberAction } from '../../../contract/words.ts'
import type { Call } from '../../core/api/route.ts'
import { type LogEntry, logEntryInsert } from '../../core/moderationLog/record.ts'
import type { Session } from '../../core/sessions/session.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'
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
  /** Changes the accounts, and gives those that it changed as `changed_member`, for the rest of the statement. */
  readonly change: (
    trx: Db,
    ids: readonly string[],
    by: { readonly admin: Viewer; readonly session: Session },
  ) => QueryCreator<DB & { changed_member: { id: string } }>
}

const isGone = ({ deletedAt, isBuiltIn }: LockedMember): boolean => isBuiltIn || deletedAt !== null
const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::bigint[])`

const changes: Record<MemberAction, MemberChange> = {
  // As `banUser` without kind, reason and end, in one statement for all of them.
  ban: {
    logged: 'ban_user',
    refusal: (member) => (isGone(member) ? errors.userDeleted : banRefusal(member)),
    change: (trx, ids, { admin }) =>
      trx
        .with('ended_session', (db) => db.deleteFrom('sessions').where('user_id', '=', anyOf(ids)))
        .with('changed_member', (db) =>
          db
            .updateTable('users')
            .set({ banned_at: sql`now()` })
            .where('id', '=', anyOf(ids))
            .where('banned_at', 'is', null)
            .returning('id'),
        )
        .with('site_ban', (db) =>
          db
            .insertInto('site_bans')
            .columns(['user_id', 'banned_by'])
            .expression((eb) =>
              eb.selectFrom('changed_member').select(['id', eb.val(admin.id).as('banned_by')]),
            )
            .onConflict((conflict) =>
              conflict.column('user_id').doUpdateSet(({ ref }) => ({
                kind: ref('excluded.kind'),
                reason: null,
                expires_at: null,
                banned_by: ref('excluded.banned_by'),
                created_at: ref('excluded.created_at'),
                changed_at: ref('excluded.changed_at'),
              })),
            ),
        ),
  },
  unban: {
    logged: 'unban_user',
    refusal: () => null,
    change: (trx, ids) =>
      trx
        .with('lifted_ban', (db) =>
          db
            .deleteFrom('site_bans')
            .where('user_id', '=', anyOf(ids))
            .returning(['user_id as id', sql<boolean>`is_ban_in_force(expires_at)`.as('was_in_force')]),
        )
        .with('reinstated_user', (db) =>
          db
            .updateTable('users')
            .set({ banned_at: null })
            .where('id', '=', anyOf(ids))
            .where('banned_at', 'is not', null)
            .returning('id'),
        )
        .with('changed_member', (db) =>
          db
            .selectFrom('reinstated_user')
            .select('id')
            .union(db.selectFrom('lifted_ban').where('was_in_force', '=', true).select('id')),
        ),
  },
  log_out: {
    logged: 'log_out_user',
    refusal: () => null,
    change: (trx, ids, { session }) =>
      trx
        .with('ended_session', (db) =>
          db
            .deleteFrom('sessions')
            .where('user_id', '=', anyOf(ids))
            .where('id_hash', '<>', session.idHash)
            .returning('user_id as id'),
        )
        .with('changed_member', (db) => db.selectFrom('ended_session').select('id').distinct()),
  },
  send_password_reset: {
    logged: 'mail_password_reset',
    refusal(member) {
      if (isGone(member)) return errors.userDeleted
      return member.email && member.emailConfirmedAt ? null : errors.noConfirmedEmail
    },
    change: (trx, ids) =>
      trx.with(
        (cte) => cte('changed_member').materialized(),
        (db) =>
          db
            .selectFrom('users')
            .where('id', '=', anyOf(ids))
            .select(['id', sql`enqueue_link_mail(id, 'reset_password')`.as('job')]),
      ),
  },
  confirm_email: {
    logged: 'confirm_email',
    refusal(member) {
      if (isGone(member)) return errors.userDeleted
      return member.email ? null : errors.noEmail
    },
    change: (trx, ids) =>
      trx.with('changed_member', (db) =>
        db
          .updateTable('users')
          .set({ email_confirmed_at: sql`now()` })
          .where('id', '=', anyOf(ids))
          .where('email_confirmed_at', 'is', null)
          .returning('id'),
      ),
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
  const { logged, refusal, change } = changes[action]
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
    const changed = new Set(ids.length === 0 ? [] : await changeAndRecord(ids))
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

    async function changeAndRecord(some: readonly string[]): Promise<string[]> {
      const entry: LogEntry = {
        action: logged,
        actor: viewer,
        actedAs: 'admins',
        communityId: null,
        userId: sql<string>`changed_member.id`,
      }
      const rows = await change(trx, some, { admin: viewer, session })
        .with('log_entry', () => sql<object>`(${logEntryInsert(entry, { from: 'changed_member' })})`)
        .selectFrom('changed_member')
        .select('id')
        .execute()
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
