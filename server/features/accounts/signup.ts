import { sql } from 'kysely'
import type { BodyOf } from '../../../contract/endpoints/endpoint.ts'
import type { Endpoints, OutputOf } from '../../../contract/endpoints/index.ts'
import type { User } from '../../../contract/entities/ownUser.ts'
import { errors, withName } from '../../../contract/errors.ts'
import { isReservedName, looksOfficial } from '../../../contract/reservedNames.ts'
import { agreementOfNewMembers } from '../../core/access/agreements.ts'
import { joiningRefusal, mailDomainRefusal } from '../../core/access/policy.ts'
import { noAgreement, requireAgreement } from '../../core/accounts/agreement.ts'
import { spendProof, verifyCaptcha } from '../../core/accounts/captcha.ts'
import { firstAdminCode, firstAdminCookie, isFirstAdminAwaited } from '../../core/accounts/firstAdmin.ts'
import { insertAccount } from '../../core/accounts/insertAccount.ts'
import { hashPassword } from '../../core/accounts/password.ts'
import { passwordRefusal, signupEmailRefusal, usernameRefusal } from '../../core/accounts/policy.ts'
import type { BeforeBody, Call } from '../../core/api/route.ts'
import { languageToStore } from '../../core/settings/language.ts'
import { newlySignedInView } from '../../core/users/serialize.ts'
import { noteActivity } from '../../core/waves/noteActivity.ts'
import { type Db, isUniqueViolation } from '../../platform/database/connection.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'

type SignUp = Endpoints['signup']

/**
 * Checks, before the input is parsed, whether joining is possible. The first admin may always join.
 *
 * @throws Refused with `already_logged_in` or `signups-disabled`.
 */
export const enforceJoinable: BeforeBody = async ({ db, settings, viewer }) => {
  if (viewer) throw new Refused(errors.alreadyLoggedIn)
  if (settings.joining !== 'closed') return
  if (!(await isFirstAdminAwaited(db))) throw new Refused(errors.signupsDisabled)
}

/**
 * Creates an account with the default communities and the list `bookmarks`, and logs it in on this session. The first
 * account of a site becomes its admin; it must be created on the server's own machine, or with the link that the start prints.
 *
 * @throws Refused; the order of the checks, which `enforceJoinable` begins, is part of the contract of `signup`.
 */
export async function signUp(call: Call<SignUp>): Promise<User> {
  const { db, session, settings, limiter, ip } = call
  const requested = parseSignUp(call.body)
  const invitation = call.body.invitation?.trim() || null
  const { isTaken, isFirst, isInvited } = await findSignupState(db, requested.username, invitation)
  if (isFirst) enforceFirstAdmin(call)
  else if (!invitation) enforce(joiningRefusal(settings))
  if (invitation && !isInvited) throw new Refused(errors.invitationNotFound)
  const proof = await verifyCaptcha(call, requested.captchaToken)
  await limiter.take('signup', { ip })
  enforceAccountPossible(call, requested, { isTaken, isFirst })
  const agreement = isFirst
    ? noAgreement
    : await requireAgreement(call, agreementOfNewMembers(settings), call.body)
  // After the checks of the input, so that a refused name does not cost another challenge.
  if (proof) await spendProof(call, proof)
  const account = await insertAccount(db, {
    username: requested.username,
    email: requested.email,
    passwordHash: await hashPassword(requested.password),
    ip,
    invitation,
    agreement,
    // Also for mails, which know nothing of this browser.
    language: languageToStore(settings, session.language),
  }).catch((error) => {
    throw isUniqueViolation(error) ? nameTaken(requested.username) : error
  })
  if (!account) throw new Refused(errors.invitationNotFound)
  await session.signIn(db, account.id)
  noteActivity(db, settings)
  return newlySignedInView(account)
}

/** @throws Refused with `first_admin_link_needed`. */
function enforceFirstAdmin({ session, secrets }: Pick<Call<SignUp>, 'session' | 'secrets'>): void {
  if (!session.isLocal && !session.hasCookie(firstAdminCookie, firstAdminCode(secrets)))
    throw new Refused(errors.firstAdminLinkNeeded)
}

interface RequestedAccount {
  readonly username: string
  /** Null for none. */
  readonly email: string | null
  readonly password: string
  readonly captchaToken: string
}

/** The input, trimmed. */
export const parseSignUp = ({
  username,
  email,
  password,
  captchaToken,
}: Pick<BodyOf<SignUp>, 'username' | 'email' | 'password' | 'captchaToken'>): RequestedAccount => ({
  username: username.trim(),
  email: email?.trim() || null,
  password: password.trim(),
  captchaToken: captchaToken?.trim() ?? '',
})

/** @throws Refused if no account can have this name, password and address. */
export function enforceAccountPossible(
  { settings, config }: Pick<Call<SignUp>, 'settings' | 'config'>,
  { username, email, password }: RequestedAccount,
  { isTaken, isFirst }: { isTaken: boolean; isFirst: boolean },
): void {
  if (isTaken) throw nameTaken(username)
  enforce(usernameRefusal(username))
  if (!isFirst && (looksOfficial(username) || isReservedName(username, settings.reservedNames)))
    throw new Refused(errors.usernameReserved)
  enforce(passwordRefusal(password, { username, siteName: settings.siteName, siteUrl: config.siteUrl }))
  enforce(signupEmailRefusal(email))
  if (!isFirst) enforce(mailDomainRefusal(email, settings))
}

export const nameTaken = (username: string) => new Refused(withName(errors.usernameTaken, username))

/** Whether a name is free, for the form. It is not a refusal, because browsers log those as errors. */
export async function checkUsername(db: Db, username: string): Promise<OutputOf<'checkUsername'>> {
  const { isTaken } = await findSignupState(db, username)
  return { isFree: !isTaken }
}

/**
 * The facts that decide about a sign-up.
 *
 * @param invitation the given code, if any.
 */
export const findSignupState = (db: Db, username: string, invitation: string | null = null) =>
  db
    .selectNoFrom((eb) => [
      eb.fn<boolean>('awaits_first_admin').as('isFirst'),
      eb
        .or([
          eb.exists(eb.selectFrom('users').select('id').where('username_key', '=', username.toLowerCase())),
          eb.exists(
            eb
              .selectFrom('erased_names')
              .select('user_id')
              .where('hash', '=', sql<Buffer>`erased_name_hash(${username})`),
          ),
          eb.exists(
            eb.selectFrom('applications').select('id').where('username_key', '=', username.toLowerCase()),
          ),
        ])
        .$castTo<boolean>()
        .as('isTaken'),
      eb
        .exists(
          eb
            .selectFrom('invitations')
            .select('id')
            .where('code', '=', invitation)
            .where(sql<boolean>`invitation_is_usable(invitations)`),
        )
        .$castTo<boolean>()
        .as('isInvited'),
    ])
    .executeTakeFirstOrThrow()
