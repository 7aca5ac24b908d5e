import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Post } from '../../../contract/entities/post.ts'
import { writeBesideOthers } from '../../../tests/support/besideOthers.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import { stored as storedId } from '../../../tests/support/wireIds.ts'

let forum: Forum
let author: Member
let post: PostFacts

beforeAll(async () => {
  forum = await startForum({ DATABASE_CONNECTIONS: '5' })
  author = await forum.member('wren_writes')
  await forum.community('birding')
})
beforeEach(async () => {
  post = await forum.post(author, 'birding', { title: 'Swifts are back', body: 'Seen three.' })
})
afterAll(() => forum.close())

/** Edits the post during a change that commits once the edit waits for it. */
async function editDuring(change: RawBuilder<unknown>, fields: { title?: string; body?: string }) {
  const { answer } = await forum.db.transaction().execute(async (trx) => {
    await change.execute(trx)
    const answer = author.put(`/api/posts/${post.publicId}`, fields)
    await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
    // Wrapped in an object, because the transaction must not await something that waits for it.
    return { answer }
  })
  return (await answer).json<Post>()
}

const contentDeletion = () => sql`
  update posts set content_deleted_at = now(), content_deleted_as = 'normal', body = '', body_html = null, excerpt = null
  where id = ${post.id}`

const stored = async () =>
  (
    await sql<{ title: string; body: string; body_html: string | null; excerpt: string | null }>`
      select title, body, body_html, excerpt from posts where id = ${post.id}`.execute(forum.db)
  ).rows[0]

describe('an edit of a post whose content is deleted meanwhile', () => {
  const erased = { body: '', body_html: null, excerpt: null }

  it('stores no body', async () => {
    const answer = await editDuring(contentDeletion(), { body: 'Seen four.' })
    expect(answer).toMatchObject({ body: '', deletedContent: true, editedAt: null })
    expect(await stored()).toEqual({ title: 'Swifts are back', ...erased })
  })

  it('stores the title alone', async () => {
    const answer = await editDuring(contentDeletion(), { title: 'Swifts have left', body: 'Seen none.' })
    expect(answer).toMatchObject({ title: 'Swifts have left', body: '', editedAt: expect.any(String) })
    expect(await stored()).toEqual({ title: 'Swifts have left', ...erased })
  })
})

describe('two concurrent edits of one post', () => {
  it('both stay when one changes the title and the other the body', async () => {
    const bodyEdit = sql`update posts set body = 'Seen five.', excerpt = 'Seen five.' where id = ${post.id}`
    await editDuring(bodyEdit, { title: 'Swifts have left' })
    expect(await stored()).toMatchObject({
      title: 'Swifts have left',
      body: 'Seen five.',
      excerpt: 'Seen five.',
    })
    const titleEdit = sql`update posts set title = 'Swifts return' where id = ${post.id}`
    await editDuring(titleEdit, { body: 'Seen six.' })
    expect(await stored()).toMatchObject({ title: 'Swifts return', body: 'Seen six.', excerpt: 'Seen six.' })
  })
})

describe('an edit that waits for another one', () => {
  it.each(['post', 'comment'])(
    'of a %s keeps what the other one wrote as the version before',
    async (kind) => {
      const comment = await forum.comment(author, post, 'Seen three.')
      const [id, address] =
        kind === 'post'
          ? [storedId(post.id), `/api/posts/${post.publicId}`]
          : [storedId(comment.id), `/api/posts/${post.publicId}/comments/${comment.id}`]
      const table = `${kind}s`
      // Within two minutes of the last version, edits count as one.
      await sql`update ${sql.table(table)} set created_at = now() - interval '1 hour'`.execute(forum.db)
      let status = 0
      const outcome = await writeBesideOthers(
        forum,
        { table, id, change: "body = 'Seen five.'" },
        async () => {
          status = (await author.put(address, { body: 'Seen six.' })).statusCode
        },
      )
      expect([status, ...outcome]).toEqual([200, 'stored', 'locked'])
      const { rows } =
        await sql`select body from text_versions where ${sql.ref(`${kind}_id`)} = ${id}`.execute(forum.db)
      expect(rows).toEqual([{ body: 'Seen five.' }])
    },
  )
})
