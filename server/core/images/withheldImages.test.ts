import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { watchWithheldImages } from './withheldImages.ts'

let forum: Forum
let admin: Member
let deletionId: string
let posts: PostFacts[]
beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  await forum.community('birding', admin)
  posts = []
  for (let n = 0; n < 4; n++) posts.push(await forum.post(admin, 'birding'))
  const { rows } = await sql<{ id: string }>`
    insert into content_deletions (user_id, ordered_by, until) values (${stored(admin.id)}, ${stored(admin.id)}, now())
    returning id::text`.execute(forum.db)
  deletionId = rows[0]?.id ?? ''
})
afterAll(() => forum.close())

/** A row of what was removed, with these images. @param id that the database has given before. */
const withhold = (
  post: number,
  { images, link = null, id }: { images: string; link?: string | null; id?: number },
) =>
  sql`insert into withheld_contents (id, deletion_id, post_id, was_deleted, image_ids, link_image_id) overriding system value
    values (${id ?? sql`nextval('withheld_contents_id_seq')`}, ${deletionId}, ${stored(posts[post]?.id ?? '')}, false,
      ${images}::bigint[], ${link})`.execute(forum.db)

it('is read again only when something with images is removed or comes back', async () => {
  const client = new pg.Client(forum.connection)
  await client.connect()
  const heard: string[] = []
  client.on('notification', ({ channel }) => heard.push(channel))
  await client.query('listen withheld_contents')
  const heardOf = async (change: () => Promise<unknown>) => {
    heard.length = 0
    await change()
    // Notifications come before the answer.
    await client.query('select 1')
    return heard.length
  }
  const forget = () => sql`delete from withheld_contents`.execute(forum.db)
  try {
    expect(await heardOf(() => withhold(0, { images: '{}' }))).toBe(0)
    expect(await heardOf(forget)).toBe(0)
    for (const given of [{ images: '{7}' }, { images: '{}', link: '8' }]) {
      expect(await heardOf(() => withhold(0, given))).toBe(1)
      expect(await heardOf(forget)).toBe(1)
    }
  } finally {
    await client.end()
  }
})

it('notices what was given its id before another one and is committed after it', async () => {
  await withhold(0, { images: '{70}', id: 1001 })
  await withhold(1, { images: '{71}', id: 1003 })
  const reads: (() => Promise<unknown>)[] = []
  const client = new pg.Client(forum.connection)
  await client.connect()
  const images = await watchWithheldImages({
    async add({ read }) {
      reads.push(() => read(client, false))
      await read(client, true)
      return { refresh: async () => {}, remove() {} }
    },
    close: async () => {},
  })
  const known = () => ['70', '71', '72'].filter((id) => images.has(id))
  try {
    expect(known()).toEqual(['70', '71'])
    await sql`delete from withheld_contents where id = 1001`.execute(forum.db)
    await withhold(2, { images: '{72}', id: 1002 })
    for (const read of reads) await read()
    expect(known()).toEqual(['71', '72'])
  } finally {
    await client.end()
  }
})
