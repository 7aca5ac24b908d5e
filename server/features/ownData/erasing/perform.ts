import { sql } from 'kysely'
import { isKeyOf } from '../../../../contract/objects.ts'
import type { Config } from '../../../config.ts'
import { enqueuePurge } from '../../../core/api/purge.ts'
import { everyone, noteWrite } from '../../../core/sessions/viewer.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { doEach } from '../../../platform/jobs/doEach.ts'
import type { Place } from './erasure.ts'
import { firstStep, type StepName, steps } from './steps.ts'

const names = Object.keys(steps).filter((name): name is StepName => isKeyOf(steps, name))

interface Given {
  readonly config: Pick<Config, 'siteUrl' | 'purgeUrl'>
  readonly signal: AbortSignal
  /** Called after each slice with the number of the step, from 1, and of all. */
  readonly onProgress?: (step: { name: StepName; number: number; of: number }) => void
}

/**
 * Erases the members whose erasure is ordered, one after the other. Where it is, is stored with each slice, so it can be ended at any time, and several
 * processes can do it at once. Continues with the next one after a failure.
 *
 * @throws the first failure, at the end.
 */
export async function eraseMembers(db: Db, given: Given): Promise<void> {
  const unfinished = await db
    .selectFrom('erasures')
    .where('finished_at', 'is', null)
    .select('id')
    .orderBy('id')
    .execute()
  await doEach(unfinished, given.signal, ({ id }) => eraseMember(db, id, given))
}

/** Erases one member, as far as the signal allows. @returns whether it is finished. */
export async function eraseMember(db: Db, id: string, given: Given): Promise<boolean> {
  for (;;) {
    if (given.signal.aborted) return false
    const slice = await db.transaction().execute((trx) => eraseSlice(trx, id, given))
    if (slice === null) break
    given.onProgress?.({ name: slice.step, number: names.indexOf(slice.step) + 1, of: names.length })
    if (!slice.isSeen) continue
    // Invalidates cached copies in all processes.
    await noteWrite(db, everyone)
    await enqueuePurge(db, given.config)
  }
  return true
}

/**
 * Once more from the first step, a minute after the order: until then, requests of the member may have been running. Does nothing for
 * accounts that are only deleted.
 */
export async function eraseAgain(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('erasures')
    .set({ step: firstStep, place: null, finished_at: null, is_last_look: true })
    .where('user_id', '=', userId)
    .where('is_last_look', '=', false)
    .execute()
}

/** @returns the step of which it was a slice, and whether others see that; null when all are done. */
async function eraseSlice(
  trx: Db,
  id: string,
  { config }: Given,
): Promise<{ step: StepName; isSeen: boolean } | null> {
  const row = await trx
    .selectFrom('erasures')
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  // A step of another version of the program: all of them can be repeated.
  const name = isKeyOf(steps, row.step) ? row.step : firstStep
  const { counts, next } = await steps[name](
    trx,
    { id, userId: row.user_id, content: row.content, name: row.name, orderedBy: row.ordered_by },
    { place: row.place as Place | null, siteHost: config.siteUrl?.host },
  )
  const following = names[names.indexOf(name) + 1]
  const isLast = next === null && following === undefined
  const sums = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
  await sql`
    update erasures set step = ${next === null ? (following ?? name) : name}, place = ${next && JSON.stringify(next)}::jsonb,
      finished_at = case when ${isLast} then now() end,
      counts = counts || (
        select coalesce(jsonb_object_agg(key, value::integer + coalesce((counts ->> key)::integer, 0)), '{}')
        from jsonb_each_text(${JSON.stringify(sums)}::jsonb))
    where id = ${id}`.execute(trx)
  // Most slices only look for mentions of the name and find none.
  return { step: name, isSeen: isLast || Object.keys(sums).length > 0 }
}
