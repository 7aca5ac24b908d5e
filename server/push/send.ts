import { sql } from 'kysely'
import type { Db } from '../database/connection.ts'
import type { TaskServices } from '../jobs/queue.ts'
import { guardOf } from '../links/guard.ts'
import { type Delivery, deliver, type Subscription } from './deliver.ts'
import { pushTask } from './enqueue.ts'
import { pushIdentity } from './identity.ts'

/** What is enqueued; later attempts name the one browser that was not reached, and how often it was tried. */
interface Payload {
  readonly notificationId: string
  readonly session?: string
  readonly attempt?: number
}

/** Nobody has more browsers; whoever says so does not hold up the others. */
const browsersMax = 20
const attemptsMax = 3
const firstRetrySeconds = 30
/** A browser that nothing reached for so long is forgotten. */
const daysUntilForgotten = 3

interface Row extends Subscription {
  readonly session: string
  readonly isFailing: boolean
  readonly message: string
}

/**
 * Pushes a notification that its member has not seen yet to each of their browsers. Browsers that do not exist any
 * more are forgotten; one that could not be reached is tried again twice, if it was reached the last time.
 */
export async function pushNotification(
  { db, config, secrets }: Pick<TaskServices, 'db' | 'config' | 'secrets'>,
  payload: unknown,
  signal: AbortSignal,
): Promise<void> {
  const identity = pushIdentity(config, secrets)
  if (!identity) return
  const { notificationId, session, attempt = 1 } = payload as Payload
  const sender = { identity, guard: guardOf(config), signal }
  const rows = await findSubscriptions(db, notificationId, session ?? null)
  const deliveries = await Promise.all(
    rows.map(async (row) => ({
      row,
      outcome: await deliver(row, { text: row.message, topic: notificationId }, sender),
    })),
  )
  // Not the other side's fault: the queue performs the whole job again.
  signal.throwIfAborted()
  await note(db, deliveries)
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

/** The browsers in which the member is logged in, the newest first, each with the message as the contract has it. */
async function findSubscriptions(db: Db, notificationId: string, session: string | null): Promise<Row[]> {
  const { rows } = await sql<Omit<Row, 'message'> & { id: string; type: string; createdAt: Date }>`
    select notifications.id, notifications.type, notifications.created_at as "createdAt",
      encode(push_subscriptions.session_id_hash, 'hex') as session, endpoint, auth, p256dh,
      failing_since is not null as "isFailing"
    from notifications
    join users on users.id = notifications.user_id
    join sessions on sessions.user_id = users.id and sessions.expires_at > now()
    join push_subscriptions on push_subscriptions.session_id_hash = sessions.id_hash
    where notifications.id = ${notificationId} and notifications.seen_at is null
      and users.deleted_at is null and users.banned_at is null
      and (${session}::text is null or push_subscriptions.session_id_hash = decode(${session}, 'hex'))
    order by push_subscriptions.created_at desc limit ${sql.lit(browsersMax)}`.execute(db)
  return rows.map(({ id, type, createdAt, ...row }) => ({
    ...row,
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

/** Forgets browsers that are gone, and remembers since when others cannot be reached. */
async function note(db: Db, deliveries: readonly { row: Row; outcome: Delivery }[]): Promise<void> {
  const endpointsOf = (outcome: Delivery) =>
    deliveries.filter((one) => one.outcome === outcome).map(({ row }) => row.endpoint)
  const [sent, failed, gone] = [endpointsOf('sent'), endpointsOf('failed'), endpointsOf('gone')]
  // Statements and not one: each may have nothing to do, and mostly has.
  if (gone.length + failed.length > 0)
    await sql`
      delete from push_subscriptions where endpoint = any(${gone}::text[]) or (endpoint = any(${failed}::text[])
        and failing_since < now() - make_interval(days => ${sql.lit(daysUntilForgotten)}))`.execute(db)
  const changed = deliveries.filter(({ row, outcome }) => row.isFailing === (outcome === 'sent'))
  if (changed.length > 0)
    await sql`
      update push_subscriptions set failing_since =
        case when endpoint = any(${sent}::text[]) then null else coalesce(failing_since, now()) end
      where endpoint = any(${[...sent, ...failed]}::text[])`.execute(db)
}

/** Not left to the queue's own retries: those report every browser that is out of reach to the owner of the site. */
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
