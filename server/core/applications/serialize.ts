import type { Application } from '../../../contract/entities/application.ts'
import type { ApplicationRow } from './queries.ts'

const stateOf = ({ isApproved }: Pick<ApplicationRow, 'isApproved'>): Application['state'] => {
  if (isApproved === null) return 'waiting'
  return isApproved ? 'approved' : 'declined'
}

/** PostgreSQL's spelling of a time inside JSON, as the API spells it. */
const timeOf = (text: string | Date) => new Date(text).toISOString()

export const applicationView = (row: ApplicationRow): Application => ({
  username: row.username,
  email: row.email,
  state: stateOf(row),
  answers: row.answers,
  questions: row.questions.map(({ question, askedAt, answer, answeredAt }) => ({
    question,
    askedAt: timeOf(askedAt),
    answer,
    answeredAt: answeredAt && timeOf(answeredAt),
  })),
  createdAt: row.createdAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  decisionText: row.decisionText,
})
