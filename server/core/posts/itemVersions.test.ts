import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { createApp } from '../../app.ts'

/** Each row behind a post with a picture and a comment, and the tables that they are in. */
const rows: { table: string; where: string }[] = []
let forum: Forum
let reader: Member
let uncached: Awaited<ReturnType<typeof createApp>>
let urls: string[]

beforeAll(async () => {
  forum = await startForum()
  const { config, secrets, files, ipBlocks, database } = forum
  uncached = await createApp({
    db: database.db,
    config: { ...config, caches: new Set() },
    secrets,
    files,
    ipBlocks,
  })
  reader = await forum.member('reader_r')
  const author = await forum.member('author_a')
  const community = await forum.community('birding')
  const post = await forum.post(author, 'birding', { type: 'image', images: 2 })
  const comment = await forum.comment(author, post)
  const text = await forum.post(author, 'birding')
  const pictures = await Promise.all(
    ['face', 'icon', 'banner', 'link', 'text', 'comment'].map(() => forum.upload(author)),
  )
  const [face, icon, banner, link, belowText, belowComment] = pictures.map(({ id }) => id)
  await sql`update users set picture_id = ${face} where id = ${author.id}`.execute(forum.db)
  await sql`update communities set icon_id = ${icon}, banner_id = ${banner} where id = ${community.id}`.execute(
    forum.db,
  )
  await sql`update posts set link_image_id = ${link} where id = ${post.id}`.execute(forum.db)
  await sql`update posts set attachment_count = 1 where id = ${text.id}`.execute(forum.db)
  await sql`insert into post_images values (${text.id}, 0, ${belowText})`.execute(forum.db)
  await sql`update comments set attachment_count = 1 where id = ${comment.id}`.execute(forum.db)
  await sql`insert into comment_images values (${comment.id}, 0, ${belowComment})`.execute(forum.db)
  await sql`update users set badge_count = 1 where id = ${author.id}`.execute(forum.db)
  await sql`insert into badges (user_id, type) values (${author.id}, 'supporter')`.execute(forum.db)
  for (const [targetType, { id }] of [
    ['post', post],
    ['comment', comment],
  ] as const)
    await reader.post('/api/users/reader_r/lists/bookmarks/items', { targetType, targetId: id })
  const number = (id: string) => String(BigInt(id.slice(1)))
  rows.push(
    { table: 'posts', where: `id = ${number(post.id)}` },
    { table: 'comments', where: `id = ${number(comment.id)}` },
    { table: 'users', where: `id = ${number(author.id)}` },
    { table: 'communities', where: `id = ${number(community.id)}` },
    // One by one, because another that changes with it would hide that one is missing.
    ...pictures.map(({ id }) => ({ table: 'images', where: `id = ${number(id)}` })),
  )
  urls = ['', '&render=page'].flatMap((format) => [
    `/api/posts?sort=latest${format}`,
    `/api/posts/${post.publicId}?fetchCommunity=false${format}`,
    `/api/posts/${post.publicId}/comments?limit=9${format}`,
    `/api/posts/${post.publicId}/comments?limit=9&sort=new${format}`,
    `/api/posts/${text.publicId}?fetchCommunity=false${format}`,
    `/api/users/author_a/feed?limit=9${format}`,
    `/api/users/reader_r/lists/bookmarks/items?limit=9${format}`,
  ])
})
afterAll(async () => {
  await uncached.close()
  await forum.close()
})

/** Another value for each type. */
const changes: Record<string, (column: string) => string> = {
  boolean: (column) => `not ${column}`,
  integer: (column) => `coalesce(${column}, 0) + 1`,
  smallint: (column) => `coalesce(${column}, 0) + 1`,
  bigint: (column) => `(select max(id) from images where id <> coalesce(${column}, 0))`,
  text: (column) => `coalesce(${column}, '') || 'x'`,
  'timestamp with time zone': (column) => `coalesce(${column}, now()) + interval '40 days'`,
}
/** Columns that do not take just any text. */
const values: Record<string, string> = {
  downvoters: "case downvoters when 'members' then 'nobody' else 'members' end",
}
/** Not changed: ids and names of members, because the test finds rows by them. */
const fixed =
  /^(communities\.id|posts\.(public_id|id|community_id|author_id)|comments\.(id|post_id|author_id)|users\.(id|username_key)|images\.id)$/

const visits = /"lastVisitAt":(?:null|"[^"]*"),"newComments":\d+/g
const read = async (app: typeof uncached, url: string) =>
  (await app.inject({ url, headers: reader.headers() })).body.replaceAll(visits, '')

// All texts first: what further changes show instead of a picture would hide the text of that picture.
// The smallest numbers of changes that are visible.
for (const [which, types, options] of [
  ['a text', ['text'], {}],
  ['any column', Object.keys(changes), { tags: 'long' }],
] as const)
  describe.each([
    { table: 'posts', texts: 4, columns: 14 },
    { table: 'comments', texts: 2, columns: 10 },
    { table: 'users', texts: 2, columns: 11 },
    { table: 'communities', texts: 2, columns: 4 },
    { table: 'images', texts: 3, columns: 5 },
  ])('the version of an item', ({ table, texts, columns }) => {
    const visible = which === 'a text' ? texts : columns
    it(`changes with ${which} of a row of ${table} behind it`, options, async () => {
      let changed = 0
      for (const { where } of rows.filter((row) => row.table === table)) {
        // Deletions last, because little is visible after them.
        const { rows: all } = await sql<{ name: string; type: string }>`
        select column_name as name, data_type as type from information_schema.columns
        where table_name = ${table} and table_schema = 'public' and is_generated = 'NEVER'
        order by column_name like 'deleted%', ordinal_position`.execute(forum.db)
        for (const { name, type } of all.filter((column) => types.some((one) => one === column.type))) {
          const change = changes[type]
          if (!change || fixed.test(`${table}.${name}`)) continue
          const before = await Promise.all(urls.map((url) => read(forum.app, url)))
          // Some values are not allowed.
          const isDone = await sql
            .raw(`update ${table} set ${name} = ${values[name] ?? change(name)} where ${where}`)
            .execute(forum.db)
            .then(
              () => true,
              () => false,
            )
          if (!isDone) continue
          const after = await Promise.all(urls.map((url) => read(uncached, url)))
          if (String(after) !== String(before)) changed += 1
          for (const [at, url] of urls.entries())
            expect(await read(forum.app, url), `${table}.${name} ${url}`).toBe(after[at])
        }
      }
      expect(changed).toBeGreaterThanOrEqual(visible)
    })
  })
