import { type Static, Type } from 'typebox'
import { Backup } from '../entities/backup.ts'
import { described, flag, int, listOf, Nullable, text, time } from '../entities/schema.ts'
import { SearchProgress } from '../entities/search.ts'
import { SecurityEvent } from '../entities/securityEvent.ts'
import { failedJobsShown, failuresShown, jobsChangedMax, tablesShown } from '../limitValues.ts'
import { securityEventKinds } from '../securityEvents.ts'
import { jobActions } from '../words.ts'
import { endpoint } from './endpoint.ts'
import { choice, days, next, nextPage, optional, requiredChoice } from './parameters.ts'

const FailedJob = Type.Object({
  id: text('The number of the job.'),
  task: text('The name of the task.'),
  attempts: int('How often it was tried.'),
  failedAt: time('When it was last tried.'),
  message: text('Why it failed; empty if that is not known.'),
})
export type FailedJob = Static<typeof FailedJob>

const ServerFailure = Type.Object({
  requestId: text('The id of the request, as in the log and in the header `X-Request-Id` of the answer.'),
  failedAt: time('When it failed.'),
  method: text('The method of the request.'),
  route: text('The pattern of its path; `*` for all pages.'),
  status: int('The status of the answer.'),
  message: text('The error, without values and addresses.'),
})
export type ServerFailure = Static<typeof ServerFailure>

const SystemState = Type.Object({
  version: text('The version of the program.'),
  newestVersion: Nullable(
    described(
      'The answer of the URL in the setting `newestVersionUrl`; null if it is empty.',
      Type.Object({
        version: Nullable(text('The newest version; null if that is not known.')),
        isNewer: flag('Whether that is newer than this one.'),
        askedAt: Nullable(time('When it was last asked for; null: not yet.')),
        failure: text('Why there was no answer; empty if there was one.'),
      }),
    ),
  ),
  node: text('The version of Node.js.'),
  process: described(
    'The process that answered; there may be others.',
    Type.Object({
      worker: Nullable(int('The number of the worker; null where there is only one.')),
      startedAt: time('When it was started.'),
      memoryBytes: int('How much memory it takes.'),
    }),
  ),
  disk: described(
    'The disk of `DATA_DIR`.',
    Type.Object({
      freeBytes: int('How much is free.'),
      totalBytes: int('Its size.'),
      reserveBytes: int('Below this much free space, nothing new is stored.'),
    }),
  ),
  searchProgress: Nullable(SearchProgress),
  database: described(
    'The database.',
    Type.Object({
      version: text('The version of PostgreSQL.'),
      bytes: int('Its size.'),
      connections: int('How many connections it has, of all programs.'),
      connectionsMax: int('How many it accepts.'),
      tables: listOf(
        Type.Object({
          name: text('The name of the table.'),
          bytes: int('Its size with its indexes.'),
          rows: int('About how many rows it has.'),
        }),
        `The largest tables, at most ${tablesShown}.`,
      ),
    }),
  ),
  jobs: described(
    'The background jobs of all servers.',
    Type.Object({
      waiting: int('Jobs that are due and not yet running.'),
      oldestWaitingSeconds: Type.Number({ description: 'How long the oldest waiting job has waited.' }),
      scheduled: int('Jobs planned for later, or to be retried.'),
      running: int('Jobs that are running.'),
      failed: int('Jobs that failed and are not retried.'),
      failedJobs: listOf(FailedJob, `The latest failed jobs, at most ${failedJobsShown}.`),
    }),
  ),
  mail: described(
    'Outgoing mail.',
    Type.Object({
      isConfigured: flag('Whether there is a mail server.'),
      server: text('Its name and port; empty if there is none.'),
      sender: text('The sender of mail; empty if there is none.'),
      ofDay: described(
        'What became of the mails of the last day.',
        Type.Object({
          accepted: int('How many the mail server accepted.'),
          refused: int('How many it refused for good.'),
          deferred: int('How often it could not be reached, or asked to try again.'),
          bounced: int('How many came back later.'),
        }),
      ),
      lastFailure: Nullable(
        described(
          'The last mail of these days that was refused, deferred or returned; null if there is none.',
          Type.Object({
            at: time('When.'),
            answer: text('The answer of the mail server, without addresses.'),
          }),
        ),
      ),
    }),
  ),
  backups: described(
    'Backups started by admins or the schedule. Backups made on the command line are not included.',
    Type.Object({
      isDaily: flag('Whether one is made every day.'),
      last: Nullable(described('The last one that was made or failed; null if there is none.', Backup)),
      lastMade: Nullable(
        described('The last one that was made: the same, unless that failed; null if there is none.', Backup),
      ),
    }),
  ),
  failuresOfDay: int('How many of the recorded failures happened in the last day.'),
  failures: listOf(ServerFailure, `The latest failures, at most ${failuresShown}.`),
})
export type SystemState = Static<typeof SystemState>

/** The state of the server, for admins. */
export const systemEndpoints = {
  getSystemState: endpoint({
    method: 'GET',
    path: '/api/_admin/system',
    summary: 'Returns the state of the server, its database and its background jobs.',
    who: 'admin',
    response: SystemState,
    errors: [],
  }),
  changeJobs: endpoint({
    method: 'POST',
    path: '/api/_admin/jobs',
    summary: 'Tries failed background jobs again, or discards them. Jobs that have not failed are ignored.',
    who: 'admin',
    body: Type.Object({
      action: requiredChoice(jobActions, { description: 'What to do.', refusal: 'invalidAdminAction' }),
      ids: Type.Array(Type.String({ pattern: '^[0-9]{1,18}$' }), {
        minItems: 1,
        maxItems: jobsChangedMax,
        description: 'The numbers of the jobs.',
      }),
    }),
    response: Type.Object({ changed: int('How many failed jobs this affected.') }),
    errors: ['invalidAdminAction'],
  }),
  sendTestMail: endpoint({
    method: 'POST',
    path: '/api/_admin/test_mail',
    summary: 'Sends an email to your own address, and returns what the mail server said.',
    who: 'admin',
    limit: 'mails',
    response: Type.Object({
      accepted: flag('Whether the mail server has accepted it.'),
      answer: text('The response of the mail server, or why it could not be reached.'),
    }),
    errors: ['mailNotConfigured', 'noOwnEmail'],
  }),
  listSecurityEvents: endpoint({
    method: 'GET',
    path: '/api/_admin/security_events',
    summary:
      'Lists what concerns the security of accounts and of the site, the latest first. It is kept for 90 days.',
    who: 'admin',
    query: optional({
      kind: choice(securityEventKinds, {
        description: 'Only events of this kind.',
        refusal: 'invalidEventKind',
      }),
      of: text('Only events of the account of this name.'),
      ...days,
      next,
    }),
    response: Type.Object({ events: listOf(SecurityEvent, 'The events of this page.'), next: nextPage }),
    errors: ['invalidEventKind', 'invalidCursor', 'invalidDay', 'userNotFound'],
  }),
}
