import { sql } from 'kysely'
import { afterAll, beforeEach, expect } from 'vitest'
import { pushTask } from '../../server/core/notifications/push.ts'
import { pushNotification } from '../../server/features/push/send.ts'
import { type Client, type Forum, type Member, startForum } from './forum.ts'
import { type PushedBrowser, startPushService } from './pushService.ts'

export const running = () => new AbortController().signal

interface Job {
  payload: { notificationId: string; attempt?: number }
  seconds: number
}

/** Starts a forum and a push service for the tests of a file. */
export async function startPushing() {
  const service = await startPushService()
  const forum = await startForum(service.environment)
  await forum.community('birding')
  const commenter = await forum.member('commenter')
  beforeEach(async () => {
    service.answer(201)
    await sql`delete from graphile_worker._private_jobs`.execute(forum.db)
  })
  afterAll(async () => {
    await forum.close()
    await service.close()
  })

  let made = 0
  const subscribe = async (who: Client, browser: PushedBrowser = service.browser()) => {
    const response = await who.post('/api/push_subscriptions', browser.subscription)
    expect(response.json()).toEqual({ success: true })
    return browser
  }
  /** A member with a post and a subscribed browser. */
  async function author() {
    const member = await forum.member(`author_${++made}`)
    const post = await forum.post(member, 'birding')
    return { member, post, browser: await subscribe(member), comment: () => forum.comment(commenter, post) }
  }
  const waitingJobs = async (): Promise<Job[]> => {
    const { rows } = await sql<Job>`
      select payload, round(extract(epoch from run_at - now()))::integer as seconds from graphile_worker._private_jobs as jobs
      join graphile_worker._private_tasks as tasks on tasks.id = task_id where identifier = ${pushTask}
      order by jobs.id`.execute(forum.db)
    return rows
  }
  /** Runs all jobs, also those that are not due yet. */
  async function performJobs(given: Partial<Forum> = {}): Promise<Job[]> {
    const jobs = await waitingJobs()
    await sql`delete from graphile_worker._private_jobs`.execute(forum.db)
    for (const { payload } of jobs) await pushNotification({ ...forum, ...given }, payload, running())
    return jobs
  }
  const subscriptionsOf = async (member: Member) => {
    const { rows } = await sql<{ endpoint: string; failing_since: Date | null }>`
      select endpoint, failing_since from push_subscriptions join sessions on id_hash = session_id_hash
      where user_id = ${member.id} order by push_subscriptions.created_at`.execute(forum.db)
    return rows
  }
  const endpointsOf = async (member: Member) =>
    (await subscriptionsOf(member)).map(({ endpoint }) => endpoint)
  return {
    service,
    forum,
    commenter,
    subscribe,
    author,
    waitingJobs,
    performJobs,
    subscriptionsOf,
    endpointsOf,
  }
}
