import { sql } from 'kysely'
import type { Endpoints } from '../../../contract/endpoints/index.ts'
import type { Application } from '../../../contract/entities/application.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { checkPassword } from '../../core/accounts/password.ts'
import { countStrangerLogin } from '../../core/accounts/strangerLogin.ts'
import type { Call } from '../../core/api/route.ts'
import { type ApplicationRow, findOpenedApplication } from '../../core/applications/queries.ts'
import { applicationView } from '../../core/applications/serialize.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { parseText } from '../../platform/http/text.ts'

type Applicant = Pick<Call<Endpoints['getApplication']>, 'db' | 'session'>

/**
 * Links an application to this session, with its password.
 *
 * @throws Refused with `already_logged_in`, 429, `captchaRefused` or `wrong-password`.
 */
export async function openApplication(call: Call<Endpoints['openApplication']>): Promise<Application> {
  const { db, viewer, session, limiter, ip } = call
  if (viewer) throw new Refused(errors.alreadyLoggedIn)
  const username = call.body.username.trim()
  await limiter.take('login', { ip, username: username.slice(0, 100) })
  await countStrangerLogin(call, username, call.body.captchaToken)
  const application = await db
    .selectFrom('applications')
    .where('username_key', '=', username.toLowerCase())
    .where('user_id', 'is', null)
    .select(['id', 'password_hash as passwordHash'])
    .executeTakeFirst()
  const { matches } = await checkPassword(application?.passwordHash ?? null, call.body.password.trim())
  if (!application || !matches) {
    await session.note(db, 'login_failed')
    throw new Refused(errors.wrongPassword)
  }
  await session.openApplication(db, application.id)
  return getApplication(call)
}

/** The application of this session. @throws Refused with `no-application`. */
export async function getApplication({ db, session }: Applicant): Promise<Application> {
  return applicationView(await requireApplication(db, session))
}

async function requireApplication(db: Db, session: Applicant['session']): Promise<ApplicationRow> {
  const application = session.mayBeOfApplicant ? await findOpenedApplication(db, session) : undefined
  if (!application) throw new Refused(errors.noApplication)
  return application
}

/**
 * Answers the open question.
 *
 * @throws Refused with `no-application`, `application-decided`, `no-question` or `answers-missing`.
 */
export async function answerQuestion(
  { db, session }: Applicant,
  { answer }: { answer: string },
): Promise<Application> {
  const application = await requireApplication(db, session)
  const text = parseText(answer, limits.approvalAnswerMaxLength)
  if (text === '') throw new Refused(errors.answersMissing)
  const answered = await db
    .updateTable('application_questions')
    .set({ answer: text, answered_at: sql<Date>`now()` })
    .where('application_id', '=', application.id)
    .where('answer', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('applications')
          .select('id')
          .whereRef('applications.id', '=', 'application_questions.application_id')
          .where('decided_at', 'is', null),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  const now = await requireApplication(db, session)
  if (!answered) throw new Refused(now.decidedAt ? errors.applicationDecided : errors.noQuestion)
  return applicationView(now)
}

/**
 * Deletes the application of this session, even a declined one.
 *
 * @throws Refused with `no-application`, also if it has become an account.
 */
export async function withdrawApplication({ db, session }: Applicant): Promise<null> {
  const application = await requireApplication(db, session)
  const { numDeletedRows } = await db
    .deleteFrom('applications')
    .where('id', '=', application.id)
    .where('user_id', 'is', null)
    .executeTakeFirstOrThrow()
  // An admin has approved it meanwhile.
  if (numDeletedRows === 0n) throw new Refused(errors.noApplication)
  await session.signOut()
  return null
}
