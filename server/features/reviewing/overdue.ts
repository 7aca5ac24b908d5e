import { sql } from 'kysely'
import { heldHours } from '../../../contract/limitValues.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { doEach } from '../../platform/jobs/doEach.ts'
import { type DecidingServices, decide } from './decide.ts'
import { undecidedFor } from './undecided.ts'

/** The task that decides about what has waited for too long. */
export const overdueHeldTask = 'decide_overdue_held_items'

const batchSize = 100

/**
 * Decides about what no moderator has decided about in time, by the choice of its community. What cannot be stored any more is
 * refused. The next run continues an interrupted one, and one that fails keeps none of the others waiting.
 */
export const decideOverdueHeldItems = (services: DecidingServices, signal: AbortSignal): Promise<void> =>
  doEach(overdueItems(services.db), signal, ({ id, reasons, undecided }) =>
    decideLate(services, id, undecidedFor(reasons as { reason: string }[], undecided)),
  )

async function* overdueItems(db: Db) {
  for (let afterId = '0'; ; ) {
    const items = await db
      .selectFrom('held_items')
      .innerJoin('communities', 'communities.id', 'held_items.community_id')
      .where('held_items.decided_at', 'is', null)
      .where('held_items.created_at', '<', sql<Date>`now() - make_interval(hours => ${sql.lit(heldHours)})`)
      .where('held_items.id', '>', afterId)
      .select(['held_items.id', 'held_items.reasons', 'communities.undecided'])
      .orderBy('held_items.id')
      .limit(batchSize)
      .execute()
    yield* items
    const last = items.at(-1)
    if (!last) return
    afterId = last.id
  }
}

/** A moderator may have decided meanwhile. */
async function decideLate(
  services: DecidingServices,
  id: string,
  action: 'approve' | 'refuse',
): Promise<void> {
  const late = { id, moderator: null }
  try {
    await decide(services, { ...late, action, reason: null })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (action === 'refuse') return
    await decide(services, { ...late, action: 'refuse', reason: error.message }).catch((again) => {
      if (!(again instanceof Refused)) throw again
    })
  }
}
