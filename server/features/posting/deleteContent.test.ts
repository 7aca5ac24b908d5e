import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import {
  type Client,
  type Forum,
  type Member,
  type PostFacts,
  startForum,
} from '../../../tests/support/forum.ts'
import { deleteMarkedImages } from '../../core/images/delete.ts'

let forum: Forum
let admin: Member
let moderator: Member
let author: Member
let reader: Member
let guest: Client

beforeAll(async () => {
  forum = await startForum()
  moderator = await forum.member('moderator_m', { isAdmin: true })
  await forum.community('birding', moderator)
  await sql`update users set is_admin = false where id = ${moderator.id}`.execute(forum.db)
  admin = await forum.member('admin_a', { isAdmin: true })
  author = await forum.member('wren_writes')
  reader = await forum.member('reader_r')
  guest = await forum.guest()
})
afterAll(() => forum.close())

const text = () => forum.post(author, 'birding', { body: 'Seen **three** today.' })
const link = () => forum.post(author, 'birding', { type: 'link', url: 'https://example.org/swifts' })
const pictures = () => forum.post(author, 'birding', { type: 'image', images: 2 })
const remove = (member: Member, { publicId }: PostFacts, query = '') =>
  member.delete(`/api/posts/${publicId}${query}`)
const read = async (member: Client, { publicId }: PostFacts, query = '') =>
  (await member.get(`/api/posts/${publicId}${query}`)).json<Post>()
const statusOf = async (post: Post) => (await forum.app.inject(post.images[0]?.url ?? '')).statusCode
const deleteFiles = () =>
  deleteMarkedImages({ db: forum.db, files: forum.files }, new AbortController().signal)
const jobsOf = async (task: string) =>
  (
    await sql<{ n: number }>`select count(*)::integer as n from graphile_worker.jobs
      where task_identifier = ${task}`.execute(forum.db)
  ).rows[0]?.n ?? 0

describe('deleting the content of a post', () => {
  it('[CORE-4-025] together with the post deletes its images with their files', async () => {
    const post = await pictures()
    const before = await read(reader, post)
    expect(before.images).toHaveLength(2)
    expect(await statusOf(before)).toBe(200)
    const answer = (await remove(author, post, '?deleteContent=true')).json<Post>()
    const gone = { image: null, images: [], deleted: true, deletedContent: true, deletedContentAs: 'normal' }
    expect(answer).toMatchObject(gone)
    expect(await read(reader, post)).toMatchObject({ ...gone, title: before.title })
    await deleteFiles()
    expect(await statusOf(before)).toBe(404)
    const ids = before.images.map(({ id }) => id)
    const left = await sql`select from images where id = any(${ids}::bigint[])`.execute(forum.db)
    expect(left.rows).toEqual([])
  })

  it('[CORE-4-025] together with the post deletes its link with its preview picture', async () => {
    const post = await link()
    const { rows } = await sql<{ id: string }>`with picture as (
        insert into images (use, secret, width, height, size, average_color, stored_at, is_used)
        values ('thumbnail', ${'t'.repeat(22)}, 1280, 720, 1000, 'rgb(1,2,3)', now(), true) returning id)
      update posts set link_image_id = picture.id from picture where posts.id = ${post.id}
      returning link_image_id as id`.execute(forum.db)
    await remove(author, post, '?deleteContent=true')
    for (const viewer of [author, admin, guest]) expect(await read(viewer, post)).not.toHaveProperty('link')
    const stored = await sql`select link_url, link_hostname, link_image_id from posts
      where id = ${post.id}`.execute(forum.db)
    expect(stored.rows).toEqual([{ link_url: null, link_hostname: null, link_image_id: null }])
    const picture = await sql`select is_used, deleted_at is not null as "isDeleted" from images
      where id = ${rows[0]?.id}`.execute(forum.db)
    expect(picture.rows).toEqual([{ is_used: false, isDeleted: true }])
  })

  it('enqueues a job for the files only if there are some', async () => {
    const before = await jobsOf('delete_images')
    await remove(author, await text(), '?deleteContent=true')
    await remove(author, await pictures())
    expect(await jobsOf('delete_images')).toBe(before)
    await remove(author, await pictures(), '?deleteContent=true')
    expect(await jobsOf('delete_images')).toBe(before + 1)
  })

  it('[CORE-4-024] is possible later for admins, recorded separately from the deletion', async () => {
    for (const post of [await pictures(), await link()]) {
      await remove(author, post)
      const answer = await remove(admin, post, '?deleteAs=admins&deleteContent=true')
      expect(answer.json()).toMatchObject({
        images: [],
        deletedAs: 'normal',
        deletedContent: true,
        deletedContentAs: 'admins',
      })
      expect(answer.json()).not.toHaveProperty('link')
    }
  })

  it('is possible later for its author, also if moderators removed it', async () => {
    const post = await pictures()
    await remove(moderator, post, '?deleteAs=mods')
    expect((await remove(author, post, '?deleteContent=true')).json()).toMatchObject({
      images: [],
      deletedAs: 'mods',
      deletedContentAs: 'normal',
    })
    expect((await remove(author, post, '?deleteContent=true')).json()).toEqual(errors.postAlreadyDeleted)
  })

  it('accepts `True`, too, as some programs write it', async () => {
    const post = await pictures()
    expect((await remove(author, post, '?deleteContent=True')).json()).toMatchObject({ deletedContent: true })
  })

  it.each<[string, () => Member, string, object]>([
    ['other members', () => reader, '?deleteContent=true', errors.notAuthor],
    ['its moderators', () => moderator, '?deleteAs=mods&deleteContent=true', errors.moderatorsKeepContent],
    [
      'moderators who call themselves admins',
      () => moderator,
      '?deleteAs=admins&deleteContent=true',
      errors.notAdmin,
    ],
  ])('is refused to %s, and the images stay', async (_case, member, query, refusal) => {
    const post = await pictures()
    expect((await remove(member(), post, query)).json()).toEqual(refusal)
    expect((await read(reader, post)).images).toHaveLength(2)
  })
})

describe('the remaining content of a deleted post', () => {
  const shows: Record<string, (post: Post) => unknown> = {
    text: ({ body, bodyHtml }) => body ?? bodyHtml,
    link: (post) => post.link?.url,
    images: ({ images, image }) => image && images.length,
  }
  const kinds: [string, () => Promise<PostFacts>, unknown, unknown][] = [
    ['text', text, 'Seen **three** today.', '<p>Seen <strong>three</strong> today.</p>\n'],
    ['link', link, 'https://example.org/swifts', 'https://example.org/swifts'],
    ['images', pictures, 2, 2],
  ]

  it.each(kinds)(
    'of its %s, taken down by moderators, to its author and to officials alone',
    async (kind, make, source, html) => {
      const post = await make()
      await remove(moderator, post, '?deleteAs=mods')
      for (const viewer of [author, moderator, admin]) {
        expect(shows[kind]?.(await read(viewer, post))).toEqual(source)
        expect(shows[kind]?.(await read(viewer, post, '?render=page'))).toEqual(html)
      }
      for (const viewer of [reader, guest])
        for (const query of ['', '?render=page']) {
          const seen = await read(viewer, post, query)
          expect(seen).toMatchObject({
            deleted: true,
            deletedAs: 'mods',
            body: null,
            image: null,
            images: [],
          })
          expect(seen.bodyHtml ?? null).toBeNull()
          expect(seen).not.toHaveProperty('link')
          expect(seen.title).toBe('[Removed]')
        }
    },
  )

  it('is shown if its author deleted only the post', async () => {
    const post = await pictures()
    await remove(author, post)
    expect((await read(guest, post)).images).toHaveLength(2)
  })

  it('is not shown to moderators of other communities', async () => {
    const elsewhere = await forum.member('mod_elsewhere', { isAdmin: true })
    await forum.community('cycling', elsewhere)
    await sql`update users set is_admin = false where id = ${elsewhere.id}`.execute(forum.db)
    const post = await text()
    await remove(admin, post, '?deleteAs=admins')
    expect((await read(elsewhere, post)).body).toBeNull()
  })
})

describe('reports', () => {
  const reported = async () => {
    const post = await text()
    const comment = await forum.comment(author, post)
    for (const [type, targetId] of [
      ['post', post.id],
      ['comment', comment.id],
    ])
      await reader.post('/api/_report', { type, targetId, reason: 1 })
    return post
  }
  const reportsOn = async ({ id }: PostFacts) =>
    (await sql`select from reports where post_id = ${id}`.execute(forum.db)).rows.length

  it('on a post and its comments are closed when moderators or admins remove it', async () => {
    const other = await reported()
    for (const [member, as] of [
      [moderator, 'mods'],
      [admin, 'admins'],
    ] as const) {
      const post = await reported()
      expect(await reportsOn(post)).toBe(2)
      await remove(member, post, `?deleteAs=${as}`)
      expect(await reportsOn(post)).toBe(0)
    }
    expect(await reportsOn(other)).toBe(2)
  })

  it('stay open when its author deletes it', async () => {
    const post = await reported()
    await remove(author, post)
    expect(await reportsOn(post)).toBe(2)
  })
})
