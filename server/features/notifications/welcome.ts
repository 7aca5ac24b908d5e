import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { welcomeMembers } from './welcomeMembers.sql.ts'

const welcomeAfterHours = 6

const membersPerBatch = 1000

/**
 * Sends a welcome notification to every member who signed up at least `welcomeAfterHours` ago and has none yet, oldest
 * first. Does nothing while the community does not exist. `is_welcomed` is stored with the notification, so a crash
 * neither loses nor repeats one.
 *
 * @param options.community the name of the community in which newcomers introduce themselves.
 */
export async function welcomeNewMembers(
  db: Db,
  { community, signal, batch = membersPerBatch }: { community: string; signal: AbortSignal; batch?: number },
): Promise<void> {
  while (!signal.aborted && (await welcomeNext(db, community, batch)) === batch);
}

async function welcomeNext(db: Db, community: string, batch: number): Promise<number> {
  const welcomed = await queryRows(db, welcomeMembers, {
    communityKey: community.toLowerCase(),
    afterHours: welcomeAfterHours,
    batch,
  })
  return welcomed.length
}
