import { sql } from 'kysely'
import type { Endpoints } from '../../../contract/endpoints/index.ts'
import type { ReceivedApplication } from '../../../contract/entities/application.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { isKeyOf } from '../../../contract/objects.ts'
import type { Agreement } from '../../core/accounts/agreement.ts'
import { insertAccount } from '../../core/accounts/insertAccount.ts'
import type { Call } from '../../core/api/route.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { notifyMember } from '../../core/notifications/notify.ts'
import { enforceAdmin } from '../../core/permissions/admin.ts'
import { type Db, isUniqueViolation } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { parseText } from '../../platform/http/text.ts'
import { sendsMail } from '../../platform/mail/send.ts'
import { type ApplicationMail, enqueueApplicationMail } from './applicationMail.ts'
import { getReceivedApplication } from './queue.ts'

const largestId = 2 ** 31 - 1

/** A locked application. */
interface Waiting {
  readonly id: number
  readonly username: string
  readonly email: string | null
  readonly passwordHash: string
  readonly ip: string | null
  readonly agreement: Agreement
  readonly createdAt: Date
  readonly language: string | null
}

interface Decision {
  readonly by: { readonly id: string }
  /** Empty for none. */
  readonly text: string
}

/**
 * Decides an application, or asks the applicant something, with all consequences in one transaction.
 *
 * @throws Refused with `invalid_action`, `application-not-found`, `application-decided` or what the action refuses.
 */
export async function decideApplication({
  db,
  viewer,
  config,
  params,
  body,
}: Call<Endpoints['decideApplication']>): Promise<ReceivedApplication> {
  const { action } = body
  if (!isKeyOf(decisions, action)) throw new Refused(errors.invalidAction)
  const text = parseText(body.text ?? '', limits.applicationTextMaxLength)
  const id = parseApplicationId(params.applicationId)
  await db.transaction().execute(async (trx) => {
    await enforceAdmin(trx, viewer)
    const application = await lockWaiting(trx, id)
    await decisions[action](trx, application, { by: viewer, text })
    const { username, email, language } = application
    if (email && sendsMail(config))
      await enqueueApplicationMail(trx, { kind: newsOf[action], username, email, text, language })
  })
  return getReceivedApplication(db, id)
}

function parseApplicationId(text: string): number {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (id < 1 || id > largestId) throw new Refused(errors.applicationNotFound)
  return id
}

async function lockWaiting(trx: Db, id: number): Promise<Waiting> {
  const found = await trx
    .selectFrom('applications')
    .where('id', '=', id)
    .select(['id', 'username', 'email', 'password_hash as passwordHash', 'decided_at as decidedAt'])
    .select([
      'terms_version as termsVersion',
      'age_at_least as ageAtLeast',
      'created_at as createdAt',
      'language',
    ])
    .select(sql<string | null>`host(created_ip)`.as('ip'))
    .forUpdate()
    .executeTakeFirstOrThrow(() => new Refused(errors.applicationNotFound))
  if (found.decidedAt || found.passwordHash === null) throw new Refused(errors.applicationDecided)
  const { passwordHash, termsVersion, ageAtLeast } = found
  return { ...found, passwordHash, agreement: { termsVersion, ageAtLeast } }
}

const newsOf: Record<keyof typeof decisions, ApplicationMail['kind']> = {
  approve: 'approved',
  decline: 'declined',
  ask: 'asked',
}

const decisions = { approve, decline, ask }

/** Creates the account, and logs it in on all sessions of the application. @throws Refused with `user_exists`. */
async function approve(trx: Db, application: Waiting, { by }: Decision): Promise<void> {
  const { id, createdAt, ...requested } = application
  const account = await insertAccount(trx, { ...requested, invitation: null, agreedAt: createdAt }).catch(
    (error) => {
      throw isUniqueViolation(error) ? new Refused(errors.applicantNameTaken) : error
    },
  )
  if (!account) throw new Error('Creating an account without an invitation cannot fail this way.')
  await sql`
    with opened as (delete from application_sessions where application_id = ${id} returning id_hash, expires_at),
    logged_in as (
      insert into sessions (id_hash, user_id, expires_at) select id_hash, ${account.id}::bigint, expires_at from opened
      on conflict do nothing)
    update applications set decided_at = now(), decided_by = ${by.id}, is_approved = true, user_id = ${account.id},
      password_hash = null
    where id = ${id}`.execute(trx)
  await notifyMember(trx, account.id, { type: 'approved' })
  await recordAction(trx, {
    action: 'approve_application',
    actor: by,
    actedAs: 'admins',
    communityId: null,
    userId: account.id,
  })
}

async function decline(trx: Db, { id, username }: Waiting, { by, text }: Decision): Promise<void> {
  await trx
    .updateTable('applications')
    .set({
      decided_at: sql<Date>`now()`,
      decided_by: by.id,
      is_approved: false,
      decision_text: text || null,
    })
    .where('id', '=', id)
    .execute()
  await recordAction(trx, {
    action: 'decline_application',
    actor: by,
    actedAs: 'admins',
    communityId: null,
    details: { applicant: username },
  })
}

/** @throws Refused with `question-empty`, `question-open` or `too-many-questions`. */
async function ask(trx: Db, { id }: Waiting, { by, text }: Decision): Promise<void> {
  if (text === '') throw new Refused(errors.questionEmpty)
  const { asked, open } = await trx
    .selectFrom('application_questions')
    .where('application_id', '=', id)
    .select((eb) => [
      eb.cast<number>(eb.fn.countAll(), 'integer').as('asked'),
      eb.cast<number>(eb.fn.countAll().filterWhere('answer', 'is', null), 'integer').as('open'),
    ])
    .executeTakeFirstOrThrow()
  if (open > 0) throw new Refused(errors.questionOpen)
  if (asked >= limits.applicationQuestionsMax) throw new Refused(errors.tooManyQuestions)
  await trx
    .insertInto('application_questions')
    .values({ application_id: id, asked_by: by.id, question: text })
    .execute()
}
