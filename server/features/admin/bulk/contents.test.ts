import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BulkAction } from '../../../../contract/entities/bulkAction.ts'
import { errors } from '../../../../contract/errors.ts'
import { type Forum, type Member, startForum } from '../../../../tests/support/forum.ts'
import { drawing, uploadOf } from '../../../../tests/support/pictures.ts'
import { recount } from '../../../../tests/support/recount.ts'
import { stored } from '../../../../tests/support/wireIds.ts'
import { deleteOrderedContent } from '../deleteContent.ts'
import { performBulkActions } from './perform.ts'

let forum: Forum
let admin: Member
let bots: Member[]
let real: Member
let path: string
let made = 0

const pitch = 'Cheap watches for everyone, fast delivery, see https://shop.watches.example/today for more'

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('keeper', { isAdmin: true })
  await forum.community('birding', admin)
})
afterAll(() => forum.close())

/** Two bots who each wrote something of their own besides their advertisements, and a member who wrote about birds. */
beforeEach(async () => {
  await sql`delete from bulk_actions`.execute(forum.db)
  made++
  real = await forum.member(`real${made}`)
  bots = [await forum.member(`bot${made}_a`), await forum.member(`bot${made}_b`)]
  const thread = await forum.post(real, 'birding', {
    title: 'A heron at the lake',
    body: 'It stood there for an hour.',
  })
  path = `/birding/post/${thread.publicId}`
  for (const bot of bots) {
    await forum.post(bot, 'birding', { title: 'Watches', body: `${pitch} (${bot.username})` })
    await forum.comment(bot, thread, `Nice heron, I saw one ${bot.username} as well`)
  }
})

const found = async (query: Record<string, string>) =>
  (await admin.get(`/api/_admin/found_contents?${new URLSearchParams({ q: `bot${made}`, ...query })}`)).json()
const order = (body: object) => admin.post('/api/_admin/bulk_actions', body)
const work = async () => {
  const signal = new AbortController().signal
  await performBulkActions(forum.db, { signal, purgeUrl: null })
  await deleteOrderedContent(forum.db, { signal })
}
const there = async () => {
  const { rows } = await sql<{ posts: number; comments: number; notified: number; banned: number }>`
    with member as (select * from users where username like ${`bot${made}\\_%`})
    select (select count(*)::integer from posts where author_id in (select id from member) and deleted_at is null) as posts,
      (select count(*)::integer from comments where author_id in (select id from member) and deleted_at is null) as comments,
      (select count(*)::integer from notifications where user_id in (select id from member)) as notified,
      (select count(*)::integer from member where banned_at is not null) as banned`.execute(forum.db)
  return rows[0]
}

describe('copies of an image', () => {
  const uploadBy = async (by: Member, file: Buffer) => (await by.send(await uploadOf(file))).json()
  const imagePost = async (by: Member, file: Buffer, community = 'birding') => {
    const { id } = await uploadBy(by, file)
    const body = { type: 'image', title: 'Buy', community, images: [{ imageId: id }] }
    return (await by.post('/api/posts', body)).json()
  }

  it('and images that look alike are found in posts, texts and comments, however old, and removed with their files', async () => {
    const [one, two] = bots
    if (!one || !two) throw new Error('No bots')
    const file = await drawing(63)
    const first = await imagePost(one, file)
    const smaller = await imagePost(two, await sharp(file).resize(200).jpeg().toBuffer())
    const { id: attached } = await uploadBy(two, file)
    const text = await two.post('/api/posts', {
      type: 'text',
      title: 'A text',
      body: 'See below',
      community: 'birding',
      attachments: [{ imageId: attached }],
    })
    const { id: commented } = await uploadBy(real, file)
    const comment = await real.post(`/api/posts/${first.publicId}/comments`, {
      body: 'Mine, too',
      attachments: [{ imageId: commented }],
    })
    const others = [await imagePost(two, await drawing(72)), await imagePost(admin, file)]
    await sql`update posts set created_at = now() - interval '1 year' where public_id = ${smaller.publicId}`.execute(
      forum.db,
    )
    const filter = { image: `https://forum.example/birding/post/${first.publicId}` }
    const counted = (await admin.get(`/api/_admin/found_contents?${new URLSearchParams(filter)}`)).json()
    expect(counted).toMatchObject({ posts: 3, comments: 1, authors: 3, accounts: 3 })
    const before = await sql`select from notifications`.execute(forum.db)
    const open = async (url: string) => (await forum.app.inject(url)).statusCode
    // The server hears of what is removed or back by a notification of the database.
    const allOpenWith = (status: number) =>
      expect.poll(async () => Promise.all(urls.map(open))).toEqual(urls.map(() => status))
    const urls = [first, smaller].map(({ images }) => images[0].url)
    await allOpenWith(200)
    const answer = await order({
      action: 'remove',
      filter: { ...filter, writtenBefore: counted.until },
      accounts: counted.authors,
      contents: 4,
      reason: 'Spam',
    })
    expect(answer.statusCode, answer.body).toBe(200)
    await work()
    const left = async () => {
      const { rows } = await sql<{ id: string }>`
        select public_id as id from posts where deleted_at is null and public_id = any(${[first, smaller, text.json(), ...others].map(({ publicId }) => publicId)}::text[])
        union all select id::text from comments where id = ${stored(comment.json().id)} and deleted_at is null`.execute(
        forum.db,
      )
      return rows.map(({ id }) => id).toSorted()
    }
    const kept = others.map(({ publicId }) => publicId).toSorted()
    expect(await left()).toEqual(kept)
    await allOpenWith(404)
    expect((await sql`select from notifications`.execute(forum.db)).rows).toHaveLength(before.rows.length)
    await admin.put(`/api/_admin/bulk_actions/${answer.json().id}`, { step: 'undo' })
    await work()
    expect(await left()).toHaveLength(kept.length + 4)
    await allOpenWith(200)
  })

  it('in a comment that someone restored meanwhile are back with it, and the undo leaves what was removed after that', async () => {
    const file = await drawing(81)
    const post = await imagePost(real, file)
    const commented = async () => {
      const { id } = await uploadBy(real, file)
      const body = { body: 'Mine, too', attachments: [{ imageId: id }] }
      const { id: commentId } = (await real.post(`/api/posts/${post.publicId}/comments`, body)).json()
      return { path: `/api/posts/${post.publicId}/comments/${commentId}`, commentId }
    }
    const [fine, bad] = [await commented(), await commented()]
    const filter = { image: `/birding/post/${post.publicId}` }
    const { until } = (await admin.get(`/api/_admin/found_contents?${new URLSearchParams(filter)}`)).json()
    const asked = { action: 'remove', filter: { ...filter, writtenBefore: until }, accounts: 1, contents: 3 }
    const { id } = (await order({ ...asked, reason: 'Spam' })).json()
    await work()
    for (const { path: url } of [fine, bad])
      expect((await admin.put(`${url}?action=restore`, {})).json().attachments).toHaveLength(1)
    expect((await admin.delete(`${bad.path}?deleteAs=admins`)).statusCode).toBe(200)
    // The second look at what bans remove, a minute later.
    await sql`update content_deletions set until = until - interval '2 minutes'`.execute(forum.db)
    await sql`update comments set created_at = created_at - interval '1 hour'`.execute(forum.db)
    await work()
    const now = async ({ commentId }: { commentId: string }) =>
      (await admin.get(`/api/comments/${commentId}`)).json()
    expect(await now(fine)).toMatchObject({ deletedAt: null })
    await admin.put(`/api/_admin/bulk_actions/${id}`, { step: 'undo' })
    await work()
    expect(await now(fine)).toMatchObject({ deletedAt: null, attachments: [{}] })
    expect(await now(bad)).toMatchObject({ deletedAs: 'admins' })
    expect((await admin.get(`/api/posts/${post.publicId}`)).json()).toMatchObject({ deleted: false })
  })

  it('are not found for what is not a post', async () => {
    const { publicId } = await imagePost(real, await drawing(82))
    const comment = `/birding/post/${publicId}/${stored('1')}`
    for (const image of ['nothing', '/birding/post/nope', comment])
      expect((await found({ image })).code).toBe(errors.invalidContentFilter.code)
  })

  it('are looked for at a long address without making others wait', async () => {
    const image = `/birding/post/${'a'.repeat(500_000)} b`
    const answer = await order({ action: 'ban', filter: { image }, accounts: 1 })
    expect(answer.json().code).toBe(errors.invalidContentFilter.code)
  })
})

describe('what a bulk action can be for', () => {
  it.each<[string, Record<string, string>, { posts: number; comments: number; accounts: number }]>([
    ['all that accounts wrote', {}, { posts: 2, comments: 2, accounts: 2 }],
    ['links to a domain', { link: 'watches.example' }, { posts: 2, comments: 0, accounts: 2 }],
    ['links to one below it', { link: 'shop.watches.example' }, { posts: 2, comments: 0, accounts: 2 }],
    [
      'no links to one that only ends like it',
      { link: 'es.example' },
      { posts: 0, comments: 0, accounts: 0 },
    ],
    [
      'texts like a given one',
      { like: `Watches ${pitch} (someone)` },
      { posts: 2, comments: 0, accounts: 2 },
    ],
    [
      'nothing like another text',
      { like: 'Does anyone know a good lens?' },
      { posts: 0, comments: 0, accounts: 0 },
    ],
    ['what was written since a time', { writtenSince: '2999-01-01' }, { posts: 0, comments: 0, accounts: 0 }],
    ['what was written before it', { writtenBefore: '2999-01-01' }, { posts: 2, comments: 2, accounts: 2 }],
    ['one account', { q: 'bot', since: '2999-01-01' }, { posts: 0, comments: 0, accounts: 0 }],
    ['accounts with few posts', { writtenMax: '1' }, { posts: 0, comments: 0, accounts: 0 }],
    ['members without trust', { trustMax: '0' }, { posts: 2, comments: 2, accounts: 2 }],
    ['accounts of which something waits', { waiting: 'yes' }, { posts: 0, comments: 0, accounts: 0 }],
    ['a text of an application', { application: 'watches' }, { posts: 0, comments: 0, accounts: 0 }],
  ])('%s', async (_case, query, counts) => {
    expect(await found(query)).toMatchObject(counts)
  })

  it('is also found by the URL of something like it', async () => {
    const { contents } = await found({ link: 'watches.example' })
    expect(contents).toHaveLength(2)
    expect(contents[0]).toMatchObject({
      kind: 'post',
      username: `bot${made}_b`,
      text: expect.stringContaining('Cheap'),
    })
    expect(await found({ like: contents[0].path })).toMatchObject({ posts: 2, comments: 0, authors: 2 })
    expect(await found({ like: `https://forum.example${contents[0].path}` })).toMatchObject({ posts: 2 })
  })

  it('is shown as people read it, not as Markdown', async () => {
    const [bot = real] = bots
    const post = await forum.post(bot, 'birding', {
      title: 'A [list]',
      body: '**See** [it](https://a.example)',
    })
    await forum.comment(bot, post, '> *Quoted*')
    const { contents } = await found({})
    expect(contents.map(({ text }: { text: string }) => text)).toEqual(
      expect.arrayContaining(['A [list] · See it', 'Quoted']),
    )
  })

  it('is found by what an applicant wrote', async () => {
    await sql`insert into applications (username, answers, user_id, decided_at, is_approved)
      select username, '[{"question": "Why?", "answer": "I sell 100% good watches"}]', id, now(), true
      from users where username = ${`bot${made}_a`}`.execute(forum.db)
    expect(await found({ application: '100% GOOD' })).toMatchObject({ posts: 1, comments: 1, accounts: 1 })
    expect(await found({ application: 'Why' })).toMatchObject({ accounts: 0 })
  })

  it.each([
    { link: 'not a domain' },
    { writtenSince: 'yesterday' },
    { trustMax: '9' },
    { like: '/birding/post/nothing1' },
  ])('is refused for %o', async (query) => {
    const response = await admin.get(`/api/_admin/found_contents?${new URLSearchParams(query)}`)
    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_content_filter'])
  })

  it('never includes admins', async () => {
    await forum.post(admin, 'birding', { title: 'Watches', body: pitch })
    expect(await found({ q: '', link: 'watches.example' })).toMatchObject({
      posts: 2 * made,
      accounts: 2 * made,
    })
  })
})

describe('a bulk removal', () => {
  const filter = () => ({ q: `bot${made}`, link: 'watches.example' })

  it('removes what matches and nothing else, notifies nobody, and its undoing restores all of it', async () => {
    const response = await order({
      action: 'remove',
      filter: filter(),
      accounts: 2,
      contents: 2,
      reason: 'Spam',
    })
    const removal = response.json<BulkAction>()
    expect(removal).toMatchObject({ action: 'remove', accounts: 2, contents: 2, withContent: true })
    await work()
    expect(await there()).toEqual({ posts: 0, comments: 2, notified: 0, banned: 0 })
    expect((await admin.get(`/api/_admin/bulk_actions`)).json().bulkActions[0]).toMatchObject({
      done: 2,
      contentLeft: 0,
      isUndoable: true,
    })
    expect(await recount(forum.connection)).toMatch(/^All \d+ counters are correct/m)
    const undoing = (
      await admin.put(`/api/_admin/bulk_actions/${removal.id}`, { step: 'undo' })
    ).json<BulkAction>()
    expect(undoing).toMatchObject({ action: 'restore', undoes: removal.id })
    await work()
    expect(await there()).toEqual({ posts: 2, comments: 2, notified: 0, banned: 0 })
    expect(await found(filter())).toMatchObject({ posts: 2 })
    expect(await recount(forum.connection)).toMatch(/^All \d+ counters are correct/m)
  })

  it('leaves what was written later', async () => {
    const { until } = await found({ link: 'watches.example' })
    const later = await forum.post(bots[0] as Member, 'birding', { title: 'Watches again', body: pitch })
    await sql`update posts set created_at = ${until} where public_id = ${later.publicId}`.execute(forum.db)
    const response = await order({
      action: 'remove',
      filter: { ...filter(), writtenBefore: until },
      accounts: 2,
      contents: 2,
    })
    expect(response.json()).toMatchObject({ contents: 2 })
    await work()
    expect(await there()).toMatchObject({ posts: 1 })
  })

  it('is refused if something else matches by now, and then removes nothing', async () => {
    const response = await order({ action: 'remove', filter: filter(), accounts: 2, contents: 3 })
    expect(response.json()).toMatchObject({ code: 'found_others' })
    const nothing = await order({
      action: 'remove',
      filter: { q: `real${made}`, link: 'watches.example' },
      accounts: 0,
    })
    expect(nothing.json()).toMatchObject({ code: 'content_not_found' })
    await work()
    expect(await there()).toMatchObject({ posts: 2 })
  })

  it('can be followed by restoring what was removed of accounts', async () => {
    await order({ action: 'remove', filter: filter(), accounts: 2, contents: 2 })
    await work()
    await order({ action: 'restore', usernames: [bots[0]?.username], accounts: 1 })
    await work()
    expect(await there()).toMatchObject({ posts: 1, comments: 2 })
  })
})

it('bans the authors of what matches, with all that they wrote', async () => {
  await order({
    action: 'ban',
    filter: { q: `bot${made}`, link: 'watches.example' },
    accounts: 2,
    withContent: true,
  })
  await work()
  expect(await there()).toMatchObject({ posts: 0, comments: 0, banned: 2 })
  expect((await admin.get(`/api/posts/${path.split('/').at(-1)}`)).json()).toMatchObject({ deletedAt: null })
})
