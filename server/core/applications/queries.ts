import { type ExpressionBuilder, expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Application } from '../../../contract/entities/application.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'
import type { Agreement } from '../accounts/agreement.ts'

const answers = sql<Application['answers']>`applications.answers`

/** For a query that knows `applications`. Times inside JSON are texts. */
export const applicationColumns = (eb: ExpressionBuilder<DB, 'applications'>) => [
  eb.ref('applications.id').as('id'),
  eb.ref('applications.username').as('username'),
  eb.ref('applications.email').as('email'),
  eb.ref('applications.is_approved').as('isApproved'),
  answers.as('answers'),
  eb.ref('applications.created_at').as('createdAt'),
  eb.ref('applications.decided_at').as('decidedAt'),
  eb.ref('applications.decision_text').as('decisionText'),
  jsonArrayFrom(
    eb
      .selectFrom('application_questions')
      .whereRef('application_questions.application_id', '=', 'applications.id')
      .orderBy('application_questions.id')
      .select([
        'application_questions.question',
        'application_questions.asked_at as askedAt',
        'application_questions.answer',
        'application_questions.answered_at as answeredAt',
      ]),
  ).as('questions'),
]

export interface NewApplication {
  readonly username: string
  readonly email: string | null
  readonly passwordHash: string
  readonly ip: string
  readonly answers: Application['answers']
  readonly agreement: Agreement
  /** Their language, where it is not the default of the site. */
  readonly language: string | null
}

/** @throws a unique violation if someone else has applied with this name. */
export const insertApplication = (
  db: Db,
  { username, email, passwordHash, ip, answers, agreement, language }: NewApplication,
) =>
  db
    .insertInto('applications')
    .values({
      username,
      email,
      password_hash: passwordHash,
      created_ip: ip,
      answers: JSON.stringify(answers),
      terms_version: agreement.termsVersion,
      age_at_least: agreement.ageAtLeast,
      language,
    })
    .returning(applicationColumns)
    .executeTakeFirstOrThrow()

/** The application that belongs to a session. */
export const findOpenedApplication = (db: Db, session: { idHash: Buffer }) =>
  db
    .selectFrom('application_sessions')
    .innerJoin('applications', 'applications.id', 'application_sessions.application_id')
    .where('application_sessions.id_hash', '=', session.idHash)
    .where('application_sessions.expires_at', '>', sql<Date>`now()`)
    .select(applicationColumns(expressionBuilder<DB, 'applications'>()))
    .executeTakeFirst()

export type ApplicationRow = Awaited<ReturnType<typeof insertApplication>>
