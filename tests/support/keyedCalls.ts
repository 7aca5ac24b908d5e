import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Client, type Forum, type Member, type PostFacts, startForum } from './forum.ts'

export let forum: Forum
export let admin: Member
export let member: Member
export let community: { id: string; name: string }
export let post: PostFacts
export let thread: string
let keys = 0

/** Starts a forum with few connections, and a post for each test. */
export function startKeyedCalls(): void {
  beforeAll(async () => {
    forum = await startForum({ DATABASE_CONNECTIONS: String(connections) })
    admin = await forum.member('heron', { isAdmin: true, points: 1000 })
    member = await forum.member('wren')
    community = await forum.community('birding', admin)
    await sql`insert into report_reasons (title) values ('Spam')`.execute(forum.db)
  })
  beforeEach(async () => {
    post = await forum.post(admin, 'birding')
    thread = `/api/posts/${post.publicId}/comments`
  })
  afterAll(() => forum.close())
}

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
export const rowsOf = async (table: string) =>
  Number(
    (await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(forum.db)).rows[0]?.n,
  )
export const commentsOfPost = async () =>
  (await member.get(thread)).json<{ comments: unknown[] }>().comments.length

/** Each call that takes a key: its sender and body, and the table to which it adds a row. */
export const creations: Record<string, { table: string; sent: () => [Client, url: string, body: unknown] }> =
  {
    createPost: {
      table: 'posts',
      sent: () => [member, '/api/posts', { title: 'Swifts are back', community: 'birding' }],
    },
    createComment: { table: 'comments', sent: () => [member, thread, { body: 'Over the barn.' }] },
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
      sent: () => [member, '/api/_report', { type: 'post', targetId: post.id, reason: 1 }],
    },
    createIpBlock: {
      table: 'ip_blocks',
      sent: () => [admin, '/api/ipblocks', { address: '203.0.113.9' }],
    },
  }
