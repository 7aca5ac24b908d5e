import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { Image } from '../../../contract/entities/image.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { deleteOrderedContent, orderContentDeletion } from '../../features/admin/deleteContent.ts'
import { sections } from '../../features/ownData/sections.ts'
import { Refused } from '../../platform/http/refused.ts'
import { counters, driftQuery } from '../counters/counters.ts'
import type { Viewer } from '../sessions/viewer.ts'
import { type MediaSettings, parseAttachments } from './attachments.ts'
import { deleteMarkedImages, deleteUnusedImages } from './delete.ts'

type Text = Pick<Post, 'body' | 'attachments'> & { id: string; publicId?: string }
type Kind = 'post' | 'comment'
interface Fields {
  readonly body?: string
  readonly attachments?: unknown
}

const { signal } = new AbortController()
const kinds: readonly Kind[] = ['post', 'comment']
let forum: Forum
let author: Member
let other: Member
let admin: Member
let mod: Member
let thread: { id: string; publicId: string }

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  mod = await forum.moderator('warden', 'birding')
  author = await forum.member('wren_writes')
  other = await forum.member('other_o')
  thread = await forum.post(mod, 'birding')
})
afterAll(() => forum.close())

const upload = async (count: number, member = author) => {
  const ids: string[] = []
  while (ids.length < count) ids.push((await forum.upload(member)).id)
  return ids
}
const named = (ids: readonly string[], captions: readonly (string | null)[] = []) =>
  ids.map((imageId, place) => ({ imageId, ...(captions[place] != null && { caption: captions[place] }) }))
const send = (kind: Kind, fields: Fields, member = author) =>
  kind === 'post'
    ? member.post('/api/posts', {
        type: 'text',
        title: 'Swifts',
        community: 'birding',
        body: 'Text',
        ...fields,
      })
    : member.post(`/api/posts/${thread.publicId}/comments`, { body: 'Text', ...fields })
const create = async (kind: Kind, ids: readonly string[], captions?: readonly (string | null)[]) => {
  const answer = await send(kind, { attachments: named(ids, captions) })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Text>()
}
const urlOf = (kind: Kind, { id, publicId }: Text) =>
  kind === 'post' ? `/api/posts/${publicId}` : `/api/posts/${thread.publicId}/comments/${id}`
const read = async (kind: Kind, text: Text, reader: Member = other) =>
  (await reader.get(kind === 'post' ? urlOf(kind, text) : `/api/comments/${text.id}`)).json<Text>()
const idsOf = ({ attachments }: Text) => attachments?.map(({ id }) => id)
const isServed = async ({ url }: Image) => {
  await deleteMarkedImages(forum, signal)
  return (await forum.app.inject(url)).statusCode === 200
}
const kept = async () =>
  (
    await sql`select (select count(*) from posts) as posts, (select count(*) from comments) as comments,
      (select count(*) from images where is_used) as used, (select sum(attachment_count) from posts) as of_posts,
      (select sum(attachment_count) from comments) as of_comments, (select count(*) from post_images) as rows_of_posts,
      (select count(*) from comment_images) as rows_of_comments`.execute(forum.db)
  ).rows[0]
const wrongCounts = async () =>
  (
    await Promise.all(
      counters
        .filter(({ column }) => column === 'attachment_count')
        .map((counter) => sql.raw(driftQuery(counter)).execute(forum.db)),
    )
  ).flatMap(({ rows }) => rows)

describe.each(kinds)('images below the text of a %s', (kind) => {
  it('are shown to everyone in the order that the author chose, with their alt texts and copies', async () => {
    const [one = '', two = '', three = ''] = await upload(3)
    const text = await create(kind, [three, one, two], ['A swift', null, '  '])
    expect(idsOf(text)).toEqual([three, one, two])
    for (const reader of [other, await forum.guest()]) {
      const { attachments } = await read(kind, text, reader as Member)
      expect(attachments).toEqual(text.attachments)
    }
    expect(text.attachments?.map(({ altText }) => altText)).toEqual(['A swift', null, null])
    expect(text.attachments?.[0]?.copies).toHaveLength(5)
    expect(await wrongCounts()).toEqual([])
  })

  it('do not change the fields that older programs know', async () => {
    const text = await create(kind, await upload(1))
    expect(text).toMatchObject(kind === 'post' ? { images: [], image: null, type: 'text' } : { body: 'Text' })
    const plain = (await send(kind, { body: 'Without' })).json<Text>()
    expect(plain).not.toHaveProperty('attachments')
    const edited = await author.put(urlOf(kind, text), { body: 'Other words' })
    expect(idsOf(edited.json<Text>())).toEqual(idsOf(text))
    expect((await send(kind, { attachments: [] })).json()).not.toHaveProperty('attachments')
  })

  it.each<[string, () => Promise<unknown>, object]>([
    ['are at most four', async () => named(await upload(5)), errors.tooManyImages],
    ['have ids', async () => [{ imageId: 'x' }], errors.invalidImageId],
    [
      'are named once',
      async () => named([...(await upload(1)), ...(await upload(0))].flatMap((id) => [id, id])),
      errors.invalidImageId,
    ],
    ['are there', async () => named(['999999']), errors.imageNotFound],
    ['are uploads of their author', async () => named(await upload(1, other)), errors.imageNotFound],
    [
      'are not below another post',
      async () => named(idsOf(await create('post', await upload(1))) ?? []),
      errors.imageNotFound,
    ],
    [
      'are not below another comment',
      async () => named(idsOf(await create('comment', await upload(1))) ?? []),
      errors.imageNotFound,
    ],
  ])('%s', async (_name, make, refusal) => {
    const text = await create(kind, await upload(1))
    const attachments = await make()
    const before = await kept()
    expect((await send(kind, { attachments })).json()).toEqual(refusal)
    expect((await author.put(urlOf(kind, text), { body: 'New', attachments })).json()).toEqual(refusal)
    expect(await kept()).toEqual(before)
    expect(await read(kind, text)).toMatchObject({ body: 'Text', attachments: text.attachments })
  })

  it('are added, kept, put in another order, described and removed by an edit, and removed files are gone', async () => {
    const [one = '', two = '', three = ''] = await upload(3)
    const text = await create(kind, [one, two], ['A swift', 'Two swifts'])
    const edit = async (attachments: unknown) =>
      (await author.put(urlOf(kind, text), { body: 'Text', attachments })).json<Text>()
    const changed = await edit([{ imageId: three }, { imageId: two, caption: '' }, { imageId: one }])
    expect(changed.attachments?.map(({ id, altText }) => [id, altText])).toEqual([
      [three, null],
      [two, null],
      [one, 'A swift'],
    ])
    expect(await read(kind, text)).toMatchObject({ attachments: changed.attachments })
    const [first, second] = changed.attachments ?? []
    expect(idsOf(await edit(named([two])))).toEqual([two])
    expect(first && (await isServed(first))).toBe(false)
    expect(second && (await isServed(second))).toBe(true)
    expect(await edit([])).not.toHaveProperty('attachments')
    expect(second && (await isServed(second))).toBe(false)
    expect(await wrongCounts()).toEqual([])
  })

  it('are changed by their author only', async () => {
    const text = await create(kind, await upload(1))
    for (const member of [other, admin]) {
      const answer = await member.put(urlOf(kind, text), { body: 'Text', attachments: [] })
      expect(answer.statusCode).toBe(403)
    }
    expect(await read(kind, text)).toMatchObject({ attachments: text.attachments })
  })

  it('have alt texts that their author changes, and admins with an entry in the moderation log', async () => {
    const text = await create(kind, await upload(1))
    const [id = ''] = idsOf(text) ?? []
    const describe = (member: Member, altText: string) => member.put(`/api/images/${id}`, { altText })
    expect((await describe(other, 'Not mine')).json()).toEqual(errors.imageOfSomeoneElse)
    expect((await describe(author, 'A swift')).statusCode).toBe(200)
    expect((await read(kind, text)).attachments?.[0]?.altText).toBe('A swift')
    expect((await describe(admin, 'A swallow')).statusCode).toBe(200)
    const entry = await forum.db
      .selectFrom('moderation_log')
      .where('action', '=', 'edit_alt_text')
      .orderBy('id', 'desc')
      .select(['post_id', 'comment_id'])
      .executeTakeFirst()
    expect(entry).toEqual(
      kind === 'post'
        ? { post_id: stored(text.id), comment_id: null }
        : { post_id: stored(thread.id), comment_id: stored(text.id) },
    )
  })

  it('are withheld with the text that moderators removed, and come back with it', async () => {
    const text = await create(kind, await upload(1))
    await mod.delete(`${urlOf(kind, text)}?deleteAs=mods`)
    expect(await read(kind, text)).not.toHaveProperty('attachments')
    expect(await read(kind, text, mod)).toMatchObject({ attachments: text.attachments })
    expect((await mod.put(`${urlOf(kind, text)}?action=restore`, {})).statusCode).toBe(200)
    const back = await read(kind, text)
    expect(back.attachments).toEqual(text.attachments)
    expect(back.attachments?.[0] && (await isServed(back.attachments[0]))).toBe(true)
  })

  it('are deleted with the text by their author, including files', async () => {
    const text = await create(kind, await upload(2))
    expect((await author.delete(`${urlOf(kind, text)}?deleteContent=true`)).statusCode).toBe(200)
    expect(await read(kind, text, admin)).not.toHaveProperty('attachments')
    for (const image of text.attachments ?? []) expect(await isServed(image)).toBe(false)
    expect(await wrongCounts()).toEqual([])
  })

  it('are deleted when admins delete all content of their author, 30 days later', async () => {
    const spammer = await forum.member(`spammer_${kind}`)
    const text = (await send(kind, { attachments: named(await upload(1, spammer)) }, spammer)).json<Text>()
    await forum.db
      .transaction()
      .execute((trx) =>
        orderContentDeletion(trx, { userIds: [stored(spammer.id)], adminId: stored(admin.id), days: 0 }),
      )
    await deleteOrderedContent(forum.db, { signal })
    expect(await read(kind, text, admin)).not.toHaveProperty('attachments')
    expect(await wrongCounts()).toEqual([])
    await sql`update withheld_contents set withheld_at = now() - interval '31 days'`.execute(forum.db)
    await deleteOrderedContent(forum.db, { signal })
    expect(text.attachments?.[0] && (await isServed(text.attachments[0]))).toBe(false)
    expect(await wrongCounts()).toEqual([])
  })

  it('are kept while they are shown, however old', async () => {
    const text = await create(kind, await upload(1))
    await sql`update images set created_at = now() - interval '9 days'`.execute(forum.db)
    await deleteUnusedImages(forum, signal)
    expect(text.attachments?.[0] && (await isServed(text.attachments[0]))).toBe(true)
  })

  it('are in the archive of their author', async () => {
    const text = await create(kind, await upload(1), ['In the archive'])
    const { rows } = await (sections[`${kind}s`]?.(stored(author.id)) ?? sql``).execute(forum.db)
    const items = rows.map((row) => JSON.parse((row as { item: string }).item))
    expect(items.map(({ images }) => images)).toContainEqual([
      { address: text.attachments?.[0]?.url, altText: 'In the archive' },
    ])
  })
})

describe('a page of comments', () => {
  it('has their images wherever they are listed, and counts them among its bytes', async () => {
    const comment = (await create('comment', await upload(4))) as unknown as Comment
    const lists = await Promise.all(
      [
        `/api/posts/${thread.publicId}/comments`,
        `/api/posts/${thread.publicId}/comments?sort=new`,
        '/api/users/wren_writes/feed?filter=comments',
      ].map((url) => other.get(url)),
    )
    for (const { body } of lists) expect(body).toContain(comment.attachments?.[0]?.url)
    const voted = await other.post('/api/_commentVote', { commentId: comment.id, up: true })
    expect(voted.json<Comment>().attachments).toEqual(comment.attachments)
    const { rows } = await sql<{ bytes: number }>`
      select comment_bytes(comments) as bytes from comments where id = ${stored(comment.id)}`.execute(
      forum.db,
    )
    expect(rows[0]?.bytes).toBeGreaterThan(JSON.stringify(comment).length)
  })
})

describe('new images below a text', () => {
  const allowed = { imagePosts: true, imagesPerPost: 10, mediaPostPoints: 0 }
  const parse = (
    ids: readonly string[],
    settings: Partial<MediaSettings>,
    before: readonly string[] = [],
  ) => {
    const points = { points: 5 } as Viewer
    const context = {
      author: points,
      settings: { ...allowed, ...settings },
      before: before.map((id) => ({ id })),
    }
    return parseAttachments({ attachments: named(ids) }, context)?.map(({ id }) => id)
  }

  it.each<[string, Partial<MediaSettings>, Partial<MediaSettings>, object]>([
    ['need a site with image posts', { imagePosts: false }, {}, errors.noImagePosts],
    [
      'need the points of image posts',
      { mediaPostPoints: 5 },
      { mediaPostPoints: 4 },
      errors.notEnoughPointsForMedia,
    ],
    [
      'are no more than an image post may have',
      { imagesPerPost: 1 },
      { imagesPerPost: 2 },
      errors.tooManyImages,
    ],
  ])('%s, but those that are there may stay', (_name, strict, lenient, refusal) => {
    expect(() => parse(['1', '2'], strict)).toThrow(new Refused(refusal as typeof errors.tooManyImages))
    expect(() => parse(['1', '2'], strict, ['1'])).toThrow(Refused)
    expect(parse(['1', '2'], lenient)).toEqual(['1', '2'])
    expect(parse(['2', '1'], strict, ['1', '2'])).toEqual(['2', '1'])
    expect(parse(['1', '2'], strict, ['1', '2'])).toBeUndefined()
  })
})
