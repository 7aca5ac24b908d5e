// Made from failedJobs.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly messageMaxLength: number
  readonly shownMax: number
}

export type FailedJobsRow = {
  id: string
  task: string
  attempts: number
  failedAt: Date
  message: string
}

export const failedJobs: Statement<Parameters, FailedJobsRow> = {
  name: 'failedJobs',
  text: `select id as "id", task_identifier as "task", attempts::integer as "attempts", updated_at as "failedAt", left(coalesce(last_error, ''), $1::integer) as message from graphile_worker.jobs where attempts >= max_attempts and locked_at is null order by updated_at desc, id desc limit $2::integer`,
  parameters: ['messageMaxLength', 'shownMax'],
  literals: [],
}
