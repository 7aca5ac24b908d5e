import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { findViewer, type Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { createPost } from './create.ts'

let forum: Forum
let author: Member

beforeAll(async () => {
  forum = await startForum({ DATABASE_CONNECTIONS: '5' })
  author = await forum.member('wren_writes')
})
afterAll(() => forum.close())

async function authorAsViewer(): Promise<Viewer> {
  const { rows } = await sql<{ id_hash: Buffer }>`
    select id_hash from sessions where user_id = ${author.id}`.execute(forum.db)
  const found = await findViewer(forum.db, rows[0]?.id_hash ?? Buffer.of())
  if (!found) throw new Error('nobody is logged in')
  return found.viewer
}
const seenBy = (viewer: Viewer) =>
  ({ viewer, ghostKey: Buffer.of(), siteHosts: [], followsLinks: false, format: 'source' }) as const

const draft = { type: 'text', title: 'Swifts are back', userGroup: 'normal' }
const postsIn = async (name: string) =>
  (
    await sql<{ posts: number; counted: number }>`
      select (select count(*)::integer from posts where community_id = communities.id) as posts,
        post_count as counted from communities where name = ${name}`.execute(forum.db)
  ).rows[0]

/** Creates a post that passed the checks, while another transaction locks the community and changes something. */
async function createWhile(community: string, change: (trx: Db) => Promise<unknown>) {
  const { answer } = await forum.db.transaction().execute(async (trx) => {
    await sql`select from communities where name = ${community} for update`.execute(trx)
    const answer = author.post('/api/posts', { ...draft, community })
    await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
    await change(trx)
    // Wrapped in an object, because the transaction must not await something that waits for it.
    return { answer }
  })
  return answer
}

describe('a change between the check and the storing of a post', () => {
  it('is respected if the community becomes restricted', async () => {
    await forum.community('archive')
    const answer = await createWhile('archive', (trx) =>
      sql`update communities set posting_restricted = true where name = 'archive'`.execute(trx),
    )
    expect(answer.json()).toEqual(errors.postingRestricted)
    expect(await postsIn('archive')).toEqual({ posts: 0, counted: 0 })
  })

  it('is respected if the community is deleted', async () => {
    await forum.community('closing')
    const answer = await createWhile('closing', (trx) =>
      sql`update communities set deleted_at = now() where name = 'closing'`.execute(trx),
    )
    expect(answer.json()).toEqual(errors.communityNotFound)
    expect(await postsIn('closing')).toEqual({ posts: 0, counted: 0 })
  })

  it('has no effect if it changes nothing', async () => {
    await forum.community('open_one')
    const answer = await createWhile('open_one', (trx) =>
      sql`update communities set about = 'Another text' where name = 'open_one'`.execute(trx),
    )
    expect(answer.statusCode).toBe(200)
    expect(await postsIn('open_one')).toEqual({ posts: 1, counted: 1 })
  })

  it('is respected if its author is banned', async () => {
    const { id } = await forum.community('strict')
    const viewer = await authorAsViewer()
    await sql`insert into community_bans (community_id, user_id) values (${id}, ${author.id})`.execute(
      forum.db,
    )
    const created = createPost(forum, viewer, { ...draft, community: 'strict' }, seenBy(viewer))
    await expect(created).rejects.toEqual(new Refused(errors.bannedFromCommunity))
    expect(await postsIn('strict')).toEqual({ posts: 0, counted: 0 })
  })
})

it('a post locks its community once, and so does not deadlock with other waiting writers', async () => {
  const { id } = await forum.community('crowded')
  const viewer = await authorAsViewer()
  const [keyHolder, changer, other] = [
    await forum.database.pool.connect(),
    await forum.database.pool.connect(),
    await forum.database.pool.connect(),
  ]
  // Like a foreign key until the end of its transaction.
  await keyHolder.query('begin')
  await keyHolder.query('select from communities where id = $1 for key share', [stored(id)])
  await changer.query('begin')
  await changer.query(`update communities set about = 'Full of people' where id = $1`, [stored(id)])
  // In a transaction, which is not retried after a deadlock.
  const posted = forum.db
    .transaction()
    .execute((trx) =>
      createPost({ ...forum, db: trx }, viewer, { ...draft, community: 'crowded' }, seenBy(viewer)),
    )
  const post = posted.then(() => 'stored', String)
  await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
  const locked = other
    .query('select from communities where id = $1 for no key update', [stored(id)])
    .then(() => 'locked', String)
  await expect.poll(() => waitingStatements(forum.db)).toHaveLength(2)
  await changer.query('commit')
  const outcomes = await Promise.all([post, locked])
  for (const client of [keyHolder, changer, other]) client.release(true)
  expect(outcomes).toEqual(['stored', 'locked'])
})
