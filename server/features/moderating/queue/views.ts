import type { OutputOf } from '../../../../contract/endpoints/index.ts'
import type { QueueView } from '../../../../contract/entities/queue.ts'
import { errors } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import { queuePageParameters } from '../../../../contract/queueWords.ts'
import type { Viewer } from '../../../core/sessions/viewer.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { Refused } from '../../../platform/http/refused.ts'
import { parseTitle } from '../../../platform/http/text.ts'

/** The views of the queue that someone has saved, in their order. */
export async function listQueueViews(
  db: Db,
  { id }: Pick<Viewer, 'id'>,
): Promise<OutputOf<'listQueueViews'>> {
  const row = await db.selectFrom('queue_views').where('user_id', '=', id).select('views').executeTakeFirst()
  return { views: (row?.views ?? []) as unknown as QueueView[] }
}

/** Replaces them. @throws Refused with `invalid-queue-view`. */
export async function saveQueueViews(
  db: Db,
  { id }: Pick<Viewer, 'id'>,
  given: { views: readonly QueueView[] },
): Promise<OutputOf<'saveQueueViews'>> {
  const views = given.views.map(({ name, query }) => ({
    name: parseTitle(name, limits.queueViewNameMaxLength).trim(),
    query: parseQuery(query),
  }))
  const names = new Set(views.map(({ name }) => name.toLowerCase()))
  if (names.has('') || names.size < views.length) throw new Refused(errors.invalidQueueView)
  const stored = { views: JSON.stringify(views) }
  await db
    .insertInto('queue_views')
    .values({ user_id: id, ...stored })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(stored))
    .execute()
  return { views }
}

/** The parameters that the page has. */
function parseQuery(query: string): string {
  const given = new URLSearchParams(query.slice(0, limits.queueViewQueryMaxLength))
  return new URLSearchParams(
    queuePageParameters.flatMap((name): [string, string][] => {
      const value = given.get(name)
      return value === null ? [] : [[name, value]]
    }),
  ).toString()
}
