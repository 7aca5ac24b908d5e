import { sql } from 'kysely'
import type { BodyOf } from '../../contract/endpoints/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints/index.ts'
import type { User } from '../../contract/entities/ownUser.ts'
import { errors, withName } from '../../contract/errors.ts'
import { type Db, isUniqueViolation } from '../database/connection.ts'
import { enforce, Refused } from '../http/refused.ts'
import type { Call } from '../http/route.ts'
import { type AccountRow, accountColumns, newlySignedInView } from '../users/view.ts'
import { spendProof, verifyCaptcha } from './captcha.ts'
import { awaitsFirstAdmin } from './firstAdmin.ts'
import { hashPassword } from './password.ts'
import { emailRefusal, passwordRefusal, usernameRefusal } from './policy.ts'

type SignUp = Endpoints['signup']

/**
 * Makes an account, with everything that belongs to a new one, and logs it in on this session. The first
 * account of a site becomes its admin.
 *
 * @throws Refused; the order of the checks is part of the contract (API contract 4.1).
 */
export async function signUp(call: Call<SignUp>): Promise<User> {
  const { db, session, limiter, ip } = call
  if (call.viewer) throw new Refused(errors.alreadyLoggedIn)
  const wanted = trimmed(call.body)
  const { signupsDisabled, isTaken } = await look(db, wanted.username)
  if (signupsDisabled) throw new Refused(errors.signupsDisabled)
  const proof = await verifyCaptcha(call, wanted.captchaToken)
  await limiter.take('signup', { ip })
  const taken = () => new Refused(withName(errors.usernameTaken, wanted.username))
  if (isTaken) throw taken()
  enforce(usernameRefusal(wanted.username))
  enforce(passwordRefusal(wanted.password))
  if (wanted.email) enforce(emailRefusal(wanted.email))
  // Only now: who is refused for a name may try another one without solving a second challenge.
  if (proof) await spendProof(db, proof)
  const account = await insertAccount(db, {
    username: wanted.username,
    email: wanted.email || null,
    passwordHash: await hashPassword(wanted.password),
    ip,
  }).catch((error) => {
    throw isUniqueViolation(error) ? taken() : error
  })
  if (!account) throw new Refused(errors.signupsDisabled)
  await session.signIn(db, account.id)
  return newlySignedInView(account)
}

const trimmed = ({ username, email, password, captchaToken }: BodyOf<SignUp>) => ({
  username: username.trim(),
  email: email?.trim() ?? '',
  password: password.trim(),
  captchaToken: captchaToken?.trim() ?? '',
})

const look = (db: Db, username: string) =>
  db
    .selectFrom('site_settings')
    .select('signups_disabled as signupsDisabled')
    .select((eb) =>
      eb
        .exists(eb.selectFrom('users').where('username_key', '=', username.toLowerCase()))
        .$castTo<boolean>()
        .as('isTaken'),
    )
    .executeTakeFirstOrThrow()

/**
 * The account and its effects in one statement: it holds as a whole or not at all. The row of the site is
 * written first and locked with it, so of several first accounts at the same moment one becomes admin, and
 * two sign-ups never wait for one another's communities.
 *
 * @returns undefined when sign-ups have been switched off since we looked.
 */
function insertAccount(
  db: Db,
  account: { username: string; email: string | null; passwordHash: string; ip: string },
): Promise<AccountRow | undefined> {
  return db
    .with('site', (q) =>
      q
        .updateTable('site_settings')
        .where('signups_disabled', '=', false)
        .set({ user_count: sql`user_count + 1`, signup_count: sql`signup_count + 1` })
        .returning(sql<boolean>`signup_count = 1`.as('is_first')),
    )
    .with('author', (q) =>
      q
        .insertInto('users')
        .columns(['username', 'email', 'password_hash', 'created_ip', 'last_seen_ip', 'is_admin'])
        .expression((eb) =>
          eb
            .selectFrom('site')
            .select([
              sql<string>`${account.username}::text`.as('username'),
              sql<string | null>`${account.email}::text`.as('email'),
              sql<string>`${account.passwordHash}::text`.as('password_hash'),
              sql<string>`${account.ip}::inet`.as('created_ip'),
              sql<string>`${account.ip}::inet`.as('last_seen_ip'),
              sql<boolean>`site.is_first and ${awaitsFirstAdmin()}`.as('is_admin'),
            ]),
        )
        .returningAll(),
    )
    .with('joined', (q) =>
      q
        .insertInto('memberships')
        .columns(['user_id', 'community_id'])
        .expression((eb) =>
          eb
            .selectFrom(['author', 'communities'])
            .where('communities.is_default', '=', true)
            .where('communities.deleted_at', 'is', null)
            .select(['author.id as user_id', 'communities.id as community_id']),
        )
        .returning('memberships.community_id'),
    )
    .with('counted', (q) =>
      q
        .updateTable('communities')
        .from('joined')
        .whereRef('communities.id', '=', 'joined.community_id')
        .set({ member_count: sql`member_count + 1` }),
    )
    .with('list', (q) =>
      q
        .insertInto('lists')
        .columns(['user_id', 'name', 'display_name'])
        .expression((eb) =>
          eb
            .selectFrom('author')
            .select(['author.id', sql.lit('bookmarks').as('name'), sql.lit('Bookmarks').as('display_name')]),
        ),
    )
    .selectFrom('author')
    .select(accountColumns)
    .executeTakeFirst()
}
