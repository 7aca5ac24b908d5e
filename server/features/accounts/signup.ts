import { sql } from 'kysely'
import type { BodyOf } from '../../../contract/endpoints/endpoint.ts'
import type { Endpoints } from '../../../contract/endpoints/index.ts'
import type { User } from '../../../contract/entities/ownUser.ts'
import { errors, withName } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { looksOfficial } from '../../../contract/reservedNames.ts'
import { awaitsFirstAdmin, firstAdminCode, firstAdminCookie } from '../../core/accounts/firstAdmin.ts'
import { hashPassword } from '../../core/accounts/password.ts'
import { passwordRefusal, usernameRefusal } from '../../core/accounts/policy.ts'
import type { BeforeBody, Call } from '../../core/api/route.ts'
import { type AccountRow, accountColumns } from '../../core/users/columns.ts'
import { newlySignedInView } from '../../core/users/serialize.ts'
import { type Db, isUniqueViolation } from '../../platform/database/connection.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { cut } from '../../platform/http/text.ts'
import { spendProof, verifyCaptcha } from './captcha.ts'

type SignUp = Endpoints['signup']

/** @throws Refused with `already_logged_in` or `signups-disabled`. */
export const enforceSignupsOpen: BeforeBody = async ({ db, viewer }) => {
  if (viewer) throw new Refused(errors.alreadyLoggedIn)
  const { signups_disabled } = await db
    .selectFrom('site_settings')
    .select('signups_disabled')
    .executeTakeFirstOrThrow()
  if (signups_disabled) throw new Refused(errors.signupsDisabled)
}

/**
 * Creates an account with the default communities and the list `bookmarks`, and logs it in on this session. The first
 * account of a site becomes its admin; it is made on the machine of the server, or with the link that the start prints.
 *
 * @throws Refused; the order of the checks, which `enforceSignupsOpen` begins, is part of the contract of `signup`.
 */
export async function signUp(call: Call<SignUp>): Promise<User> {
  const { db, session, secrets, limiter, ip } = call
  const wanted = parseSignUp(call.body)
  const { isTaken, isFirst } = await findSignupState(db, wanted.username)
  if (isFirst && !session.isLocal && !session.hasCookie(firstAdminCookie, firstAdminCode(secrets)))
    throw new Refused(errors.firstAdminLinkNeeded)
  const proof = await verifyCaptcha(call, wanted.captchaToken)
  await limiter.take('signup', { ip })
  const taken = () => new Refused(withName(errors.usernameTaken, wanted.username))
  if (isTaken) throw taken()
  enforce(usernameRefusal(wanted.username))
  if (!isFirst && looksOfficial(wanted.username)) throw new Refused(errors.usernameReserved)
  enforce(passwordRefusal(wanted.password))
  // After the checks of the input, so that a refused name does not cost another challenge.
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

const parseSignUp = ({ username, email, password, captchaToken }: BodyOf<SignUp>) => ({
  username: username.trim(),
  // Not checked: whether it is one shows when mail is sent to it.
  email: cut(email?.trim() ?? '', limits.emailMaxLength),
  password: password.trim(),
  captchaToken: captchaToken?.trim() ?? '',
})

const findSignupState = (db: Db, username: string) =>
  db
    .selectFrom('site_settings')
    .select(awaitsFirstAdmin().as('isFirst'))
    .select((eb) =>
      eb
        .exists(eb.selectFrom('users').where('username_key', '=', username.toLowerCase()))
        .$castTo<boolean>()
        .as('isTaken'),
    )
    .executeTakeFirstOrThrow()

/**
 * Inserts the account and its effects in one statement.
 *
 * Locks, in this order: the row of `site_settings`, the default communities. The first lock serializes sign-ups, so only
 * one of several first accounts becomes admin, and two sign-ups cannot deadlock on communities.
 *
 * @returns undefined when sign-ups were switched off since `enforceSignupsOpen`.
 */
function insertAccount(
  db: Db,
  account: { username: string; email: string | null; passwordHash: string; ip: string },
): Promise<AccountRow | undefined> {
  return (
    db
      .with('site', (q) =>
        q
          .updateTable('site_settings')
          .where('signups_disabled', '=', false)
          .set((eb) => ({ user_count: eb('user_count', '+', 1), signup_count: eb('signup_count', '+', 1) }))
          .returning((eb) => eb('signup_count', '=', 1).as('is_first')),
      )
      .with('author', (q) =>
        q
          .insertInto('users')
          .columns(['username', 'email', 'password_hash', 'created_ip', 'last_seen_ip', 'is_admin'])
          .expression((eb) =>
            eb
              .selectFrom('site')
              .select([
                eb.cast<string>(eb.val(account.username), 'text').as('username'),
                eb.cast<string | null>(eb.val(account.email), 'text').as('email'),
                eb.cast<string>(eb.val(account.passwordHash), 'text').as('password_hash'),
                eb.cast<string>(eb.val(account.ip), sql`inet`).as('created_ip'),
                eb.cast<string>(eb.val(account.ip), sql`inet`).as('last_seen_ip'),
                sql<boolean>`site.is_first and ${awaitsFirstAdmin()}`.as('is_admin'),
              ]),
          )
          .returningAll(),
      )
      // In the order of their ids, as everybody who locks several communities.
      .with(
        (cte) => cte('default_community').materialized(),
        (q) =>
          q
            .selectFrom('communities')
            .where('is_default', '=', true)
            .where('deleted_at', 'is', null)
            .where((eb) => eb.exists(eb.selectFrom('author').select('author.id')))
            .select('id')
            .orderBy('id')
            .forNoKeyUpdate(),
      )
      .with('new_membership', (q) =>
        q
          .insertInto('memberships')
          .columns(['user_id', 'community_id'])
          .expression((eb) =>
            eb
              .selectFrom(['author', 'default_community'])
              .select(['author.id as user_id', 'default_community.id as community_id']),
          )
          .returning('memberships.community_id'),
      )
      .with('updated_community', (q) =>
        q
          .updateTable('communities')
          .from('new_membership')
          .whereRef('communities.id', '=', 'new_membership.community_id')
          .set((eb) => ({ member_count: eb('member_count', '+', 1) })),
      )
      .with('bookmarks', (q) =>
        q
          .insertInto('lists')
          .columns(['user_id', 'name', 'display_name'])
          .expression((eb) =>
            eb
              .selectFrom('author')
              .select([
                'author.id',
                sql.lit('bookmarks').as('name'),
                sql.lit('Bookmarks').as('display_name'),
              ]),
          ),
      )
      .selectFrom('author')
      .select(accountColumns)
      .executeTakeFirst()
  )
}
