import { sql } from 'kysely'
import type { BodyOf } from '../../../contract/endpoints/endpoint.ts'
import type { Endpoints } from '../../../contract/endpoints/index.ts'
import type { User } from '../../../contract/entities/ownUser.ts'
import { errors } from '../../../contract/errors.ts'
import { getOwnUser } from '../../core/accounts/getUser.ts'
import { checkPassword, hashPassword } from '../../core/accounts/password.ts'
import { countStrangerLogin } from '../../core/accounts/strangerLogin.ts'
import type { Call } from '../../core/api/route.ts'
import { selectAccounts } from '../../core/users/columns.ts'
import { newlySignedInView } from '../../core/users/serialize.ts'
import { liftEndedSuspensions } from '../../core/users/siteBan.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { enqueueAccountNotice } from './accountNotice.ts'

type LogIn = Endpoints['login']

/**
 * Logs a guest in on this session. For a member, returns their own user and ignores the body.
 *
 * @throws Refused with the same error for a wrong password and for an account that does not exist, is deleted or has no
 *   password. The errors for a suspended account and for an application are returned only with the right password.
 */
export async function logIn(call: Call<LogIn>): Promise<User> {
  const { db, viewer, session, limiter, ip } = call
  if (viewer) {
    if (call.query.action) throw new Refused(errors.invalidAction)
    return getOwnUser(db, viewer)
  }
  const { username, password } = credentials(call.body)
  await limiter.take('login', { ip, username: username.slice(0, 100) })
  const account = await selectAccounts(db)
    .where('author.username_key', '=', username.toLowerCase())
    .where('author.deleted_at', 'is', null)
    .select([
      'author.password_hash as passwordHash',
      sql<boolean>`${isSeenAt('author.last_seen_ip', ip)} or exists (
        select from sessions where user_id = author.id and ${isSeenAt('sessions.last_seen_ip', ip)})`.as(
        'isKnownAt',
      ),
    ])
    .executeTakeFirst()
  const isKnownAt = account?.isKnownAt ?? false
  // A limit of their own, so that they cannot lock out the owner at a familiar address.
  if (!isKnownAt) await countStrangerLogin(call, username, call.body.captchaToken)
  const applied = account ? null : await findApplicationPassword(db, username)
  const stored = account?.passwordHash ?? null
  const { matches, isOutdated } = await checkPassword(stored ?? applied, password, { isFirst: isKnownAt })
  if (!account && matches) throw new Refused(errors.applicationWaiting)
  if (!account || stored === null || !matches) {
    await session.note(db, 'login_failed', { userId: account?.id ?? null })
    throw new Refused(errors.wrongPassword)
  }
  const renewed = isOutdated ? await hashPassword(password) : stored
  await db.transaction().execute(async (trx) => {
    await recordLogin(trx, { id: account.id, ip, stored, renewed })
    const { isNewBrowser } = await session.signIn(trx, account.id)
    // Programs keep no cookie of ours, but stay where they are.
    if (!isNewBrowser && (session.isOfBrowser || isKnownAt)) return
    await session.note(trx, 'login_new_browser', { userId: account.id })
    await enqueueAccountNotice(trx, 'browser', account.id)
  })
  return newlySignedInView(account)
}

/** The application for an account with this name. */
async function findApplicationPassword(db: Db, username: string): Promise<string | null> {
  const application = await db
    .selectFrom('applications')
    .where('username_key', '=', username.toLowerCase())
    .where('user_id', 'is', null)
    .select('password_hash as passwordHash')
    .executeTakeFirst()
  return application?.passwordHash ?? null
}

/** Whether a column has this IPv4 address, as such or written as IPv6, or an address of the same IPv6 /64. */
const isSeenAt = (column: string, ip: string) =>
  sql<boolean>`coalesce(${sql.ref(column)} = ${ip}::inet
    or family(${sql.ref(column)}) = 6 and not ${sql.ref(column)} <<= '::ffff:0:0/96'
      and set_masklen(${sql.ref(column)}, 64) >>= ${ip}::inet, false)`

function credentials({ username, password }: BodyOf<LogIn>) {
  if (username === undefined && password === undefined) throw new Refused(errors.invalidJson)
  return { username: username?.trim() ?? '', password: password?.trim() ?? '' }
}

/**
 * Records the login and replaces an outdated hash. The update also locks the account until the session exists, so that a
 * ban, a deletion or a change of the password, which end all sessions, see it.
 *
 * @throws Refused when the account is banned, or when its password was changed since it was checked.
 */
async function recordLogin(
  trx: Db,
  login: { id: string; ip: string; stored: string; renewed: string },
): Promise<void> {
  const { bannedAt } = await trx
    .updateTable('users')
    .set({ last_seen_at: sql<Date>`now()`, last_seen_ip: login.ip, password_hash: login.renewed })
    .where('id', '=', login.id)
    .where('password_hash', '=', login.stored)
    .returning('banned_at as bannedAt')
    .executeTakeFirstOrThrow(() => new Refused(errors.wrongPassword))
  // The job that ends suspensions runs every minute.
  if (bannedAt && (await liftEndedSuspensions(trx, login.id)) === 0)
    throw new Refused(errors.accountSuspended)
}

/** Ends the login of this session, or closes its application, and lets the browser forget what it has loaded; does nothing for guests. */
export async function logOut({ viewer, session }: Pick<Call<LogIn>, 'viewer' | 'session'>): Promise<null> {
  if (viewer || session.mayBeOfApplicant) await session.signOut()
  return null
}
