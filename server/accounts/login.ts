import { sql } from 'kysely'
import type { BodyOf } from '../../contract/endpoints/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints/index.ts'
import type { User } from '../../contract/entities/ownUser.ts'
import { errors } from '../../contract/errors.ts'
import type { Db } from '../database/connection.ts'
import { Refused } from '../http/refused.ts'
import type { Call } from '../http/route.ts'
import { accounts, getOwnUser } from '../users/read.ts'
import { newlySignedInView } from '../users/view.ts'
import { checkPassword, hashPassword } from './password.ts'

type LogIn = Endpoints['login']

/**
 * Logs a guest in on this session. Somebody who is logged in already gets their own user, and the body is
 * not looked at.
 *
 * @throws Refused alike for a wrong password and for an account that does not exist, is deleted or has no
 * password; that an account is suspended is told only to who knows its password.
 */
export async function logIn(call: Call<LogIn>): Promise<User> {
  const { db, viewer, session, limiter, ip } = call
  if (viewer) {
    if (call.query.action) throw new Refused(errors.invalidAction)
    return getOwnUser(db, viewer)
  }
  const { username, password } = credentials(call.body)
  await limiter.take('login', { ip, username: username.slice(0, 100) })
  const account = await accounts(db)
    .where('author.username_key', '=', username.toLowerCase())
    .where('author.deleted_at', 'is', null)
    .select('author.password_hash as passwordHash')
    .executeTakeFirst()
  const stored = account?.passwordHash ?? null
  const { matches, isOutdated } = await checkPassword(stored, password)
  if (!account || stored === null || !matches) throw new Refused(errors.wrongPassword)
  const renewed = isOutdated ? await hashPassword(password) : stored
  await db.transaction().execute(async (trx) => {
    await noteLogin(trx, { id: account.id, ip, stored, renewed })
    await session.signIn(trx, account.id)
  })
  return newlySignedInView(account)
}

function credentials({ username, password }: BodyOf<LogIn>) {
  if (username === undefined && password === undefined) throw new Refused(errors.invalidJson)
  return { username: username?.trim() ?? '', password: password?.trim() ?? '' }
}

/**
 * Notes the visit and renews an old hash, and holds the account until the session is there: whoever bans or deletes it,
 * or changes its password, ends that session, too.
 *
 * @throws Refused when it is banned, or when its password was changed since it was compared.
 */
async function noteLogin(
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
  if (bannedAt) throw new Refused(errors.accountSuspended)
}

/** Ends the membership of this session; for guests nothing changes. */
export async function logOut({ viewer, session }: Pick<Call<LogIn>, 'viewer' | 'session'>): Promise<null> {
  if (viewer) await session.signOut()
  return null
}
