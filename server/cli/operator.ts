import type { LogEntry } from '../core/moderationLog/record.ts'
import { recordAction } from '../core/moderationLog/record.ts'
import type { Db } from '../platform/database/connection.ts'

/** The built-in account that stands for the command line where the database wants an account. */
export async function getOperator(db: Db): Promise<{ id: string }> {
  return db
    .selectFrom('users')
    .where('username_key', '=', 'nobody')
    .where('is_built_in', '=', true)
    .select('id')
    .executeTakeFirstOrThrow()
}

/** Adds an entry to the moderation log, which names the command line as the actor. */
export async function recordCommand(
  trx: Db,
  entry: Pick<LogEntry, 'action' | 'userId' | 'details'>,
): Promise<void> {
  await recordAction(trx, {
    ...entry,
    actor: await getOperator(trx),
    actedAs: 'admins',
    communityId: null,
  })
}
