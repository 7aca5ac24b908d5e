import { sql } from 'kysely'
import { afterAll, beforeEach } from 'vitest'
import { definitionWith } from './automation.ts'
import { type Client, startForum } from './forum.ts'

let keys = 0

export const connections = 4
export const newKey = () => `key-${++keys}`

export const send = (client: Client, url: string, body: unknown, key: string | readonly string[]) =>
  client.send({
    method: 'POST',
    url,
    headers: { 'idempotency-key': key as string },
    payload: JSON.stringify(body),
  })
/** A promise that is settled from outside. */
export function deferred<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (reason: Error) => void = () => {}
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}

/**
 * Starts a forum with few connections.
 *
 * @returns `current` is what is new for each test: a post, and the path of its comments.
 */
export async function startKeyedCalls() {
  const forum = await startForum({ DATABASE_CONNECTIONS: String(connections) })
  const admin = await forum.member('heron', { isAdmin: true, points: 1000 })
  const member = await forum.member('wren')
  const community = await forum.community('birding', admin)
  await sql`insert into report_reasons (title) values ('Spam')`.execute(forum.db)
  const newThread = async () => {
    const post = await forum.post(admin, 'birding')
    return { post, thread: `/api/posts/${post.publicId}/comments` }
  }
  const current = await newThread()
  beforeEach(async () => {
    Object.assign(current, await newThread())
  })
  afterAll(() => forum.close())

  const rowsOf = async (table: string) =>
    Number(
      (await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(forum.db)).rows[0]?.n,
    )
  const commentsOfPost = async () =>
    (await member.get(current.thread)).json<{ comments: unknown[] }>().comments.length

  /** Each call that takes a key: its sender and body, and the table to which it adds a row. */
  const creations: Record<string, { table: string; sent: () => [Client, url: string, body: unknown] }> = {
    createPost: {
      table: 'posts',
      sent: () => [member, '/api/posts', { title: 'Swifts are back', community: 'birding' }],
    },
    createComment: { table: 'comments', sent: () => [member, current.thread, { body: 'Over the barn.' }] },
    createCommunity: { table: 'communities', sent: () => [admin, '/api/communities', { name: 'gardens' }] },
    createCommunities: {
      table: 'communities',
      sent: () => [admin, '/api/_admin/communities', { communities: [{ name: 'ponds' }] }],
    },
    createInvitation: {
      table: 'invitations',
      sent: () => [admin, '/api/invitations', { uses: 3, days: 7 }],
    },
    createRule: {
      table: 'community_rules',
      sent: () => [admin, `/api/communities/${community.id}/rules`, { rule: 'Be kind' }],
    },
    requestCommunity: {
      table: 'community_requests',
      sent: () => [member, '/api/community_requests', { name: 'moths' }],
    },
    createList: { table: 'lists', sent: () => [member, '/api/users/wren/lists', { name: 'nests' }] },
    report: {
      table: 'reports',
      sent: () => [member, '/api/_report', { type: 'post', targetId: current.post.id, reason: 1 }],
    },
    sendNotice: {
      table: 'notices',
      sent: () => [member, '/api/notices', { address: '/birding', text: 'Unlawful.', isInGoodFaith: true }],
    },
    reportToAdmins: {
      table: 'notices',
      sent: () => [member, '/api/notices/rules', { address: '/birding', reason: 1, text: 'Spam.' }],
    },
    createAutomation: {
      table: 'automation_rules',
      sent: () => [admin, '/api/automation', { name: 'Spam', state: 'off', definition: definitionWith() }],
    },
    createIpBlock: {
      table: 'ip_blocks',
      sent: () => [admin, '/api/ipblocks', { address: '203.0.113.9' }],
    },
  }
  return { forum, admin, member, community, current, rowsOf, commentsOfPost, creations }
}
