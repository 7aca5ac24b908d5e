import { sql } from 'kysely'
import { pushTask } from '../../core/notifications/push.ts'
import { pushIdentity } from '../../core/notifications/pushIdentity.ts'
import type { Db } from '../../platform/database/connection.ts'
import { guardFor } from '../../platform/fetch/guard.ts'
import type { TaskServices } from '../../platform/jobs/queue.ts'
import { type Delivery, deliver, type Subscription } from './deliver.ts'

/** The payload of the job; a retry names the session of the one browser that was not reached. */
interface Payload {
  readonly notificationId: string
  readonly session?: string
  readonly attempt?: number
}

/** Bounds the work for one member. */
const browsersMax = 20
const attemptsMax = 3
const firstRetrySeconds = 30
/** A subscription that fails for this long is deleted. */
const daysUntilDeleted = 3

interface Row extends Subscription {
  readonly session: string
  readonly isFailing: boolean
  readonly message: string
}

/**
 * Pushes an unseen notification to each browser of its member. Deletes subscriptions that have ended, and retries failed
 * ones twice, except those that were failing before.
 */
export async function pushNotification(
  { db, config, settings, secrets }: Pick<TaskServices, 'db' | 'config' | 'settings' | 'secrets'>,
  payload: unknown,
  signal: AbortSignal,
): Promise<void> {
  const identity = pushIdentity({ config, settings }, secrets)
  if (!identity) return
  const { notificationId, session, attempt = 1 } = payload as Payload
  const sender = { identity, guard: guardFor(config), signal }
  const rows = await findSubscriptions(db, notificationId, session ?? null)
  const deliveries = await Promise.all(
    rows.map(async (row) => ({
      row,
      outcome: await deliver(row, { text: row.message, topic: notificationId }, sender),
    })),
  )
  // Requests that our shutdown aborted did not fail: the queue runs the whole job again.
  signal.throwIfAborted()
  await recordDeliveries(db, deliveries)
  const again = deliveries.filter(
    ({ row, outcome }) => outcome === 'failed' && !(attempt === 1 && row.isFailing),
  )
  if (attempt < attemptsMax)
    await retry(
      db,
      { notificationId, attempt: attempt + 1 },
      again.map(({ row }) => row.session),
    )
}

/** The subscriptions of the member's sessions, the newest first, each with the message in the format of the contract. */
async function findSubscriptions(db: Db, notificationId: string, session: string | null): Promise<Row[]> {
  const rows = await db
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .innerJoin('push_subscriptions', 'push_subscriptions.session_id_hash', 'sessions.id_hash')
    .where('notifications.id', '=', notificationId)
    .where('notifications.seen_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .where('users.banned_at', 'is', null)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .$if(session !== null, (q) =>
      q.where('push_subscriptions.session_id_hash', '=', Buffer.from(session ?? '', 'hex')),
    )
    .select([
      'notifications.id',
      'notifications.type',
      'notifications.created_at as createdAt',
      'push_subscriptions.session_id_hash as sessionHash',
      'endpoint',
      'auth',
      'p256dh',
      'failing_since as failingSince',
    ])
    .orderBy('push_subscriptions.created_at', 'desc')
    .limit(browsersMax)
    .execute()
  return rows.map(({ id, type, createdAt, sessionHash, failingSince, ...subscription }) => ({
    ...subscription,
    session: sessionHash.toString('hex'),
    isFailing: failingSince !== null,
    message: JSON.stringify({
      id: Number(id),
      type,
      notif: null,
      seen: false,
      seenAt: null,
      createdAt: createdAt.toISOString(),
    }),
  }))
}

/** Deletes subscriptions that have ended, and stores since when others fail. */
async function recordDeliveries(
  db: Db,
  deliveries: readonly { row: Row; outcome: Delivery }[],
): Promise<void> {
  const endpointsOf = (outcome: Delivery) =>
    deliveries.filter((one) => one.outcome === outcome).map(({ row }) => row.endpoint)
  const [sent, failed, gone] = [endpointsOf('sent'), endpointsOf('failed'), endpointsOf('gone')]
  // Two statements, because mostly neither has anything to do.
  if (gone.length + failed.length > 0)
    await sql`
      delete from push_subscriptions where endpoint = any(${gone}::text[]) or (endpoint = any(${failed}::text[])
        and failing_since < now() - make_interval(days => ${sql.lit(daysUntilDeleted)}))`.execute(db)
  const changed = deliveries.filter(({ row, outcome }) => row.isFailing === (outcome === 'sent'))
  if (changed.length > 0)
    await sql`
      update push_subscriptions set failing_since =
        case when endpoint = any(${sent}::text[]) then null else coalesce(failing_since, now()) end
      where endpoint = any(${[...sent, ...failed]}::text[])`.execute(db)
}

/** Not a retry of the queue, because those log every unreachable browser as an error of the site. */
async function retry(
  db: Db,
  again: { notificationId: string; attempt: number },
  sessions: readonly string[],
): Promise<void> {
  if (sessions.length === 0) return
  await sql`
    select graphile_worker.add_job(${pushTask}, json_build_object('notificationId', ${again.notificationId}::text,
      'session', session, 'attempt', ${again.attempt}::integer),
      run_at := now() + make_interval(secs => ${firstRetrySeconds * 4 ** (again.attempt - 2)}), max_attempts := 3)
    from unnest(${sessions}::text[]) as session`.execute(db)
}
