import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TextVersions } from '../../../contract/entities/textVersion.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { changeSettings } from '../../../tests/support/access.ts'
import {
  type Client,
  type Forum,
  type Member,
  type PostFacts,
  startForum,
} from '../../../tests/support/forum.ts'
import { eraseTraces } from '../ownData/erase.ts'

let forum: Forum
let guest: Client
let author: Member
let moderator: Member
let admin: Member
beforeAll(async () => {
  forum = await startForum()
  guest = await forum.guest()
  admin = await forum.member('the_admin', { isAdmin: true })
  await forum.community('birding', admin)
  moderator = await forum.moderator('robin', 'birding')
  author = await forum.member('wren_writes')
})
afterAll(() => forum.close())

interface Text {
  readonly url: string
  /** Makes everything written so far ten minutes older. */
  age(): Promise<unknown>
  edit(body: string): Promise<unknown>
  versions(who?: Client, query?: string): Promise<TextVersions>
}

const aged = (table: 'posts' | 'comments', id: string) => () =>
  sql`with moved as (
    update ${sql.table(table)} set created_at = created_at - interval '10 minutes', edited_at = edited_at - interval '10 minutes'
    where id = ${id} returning id)
    update text_versions set replaced_at = replaced_at - interval '10 minutes', written_at = written_at - interval '10 minutes'
    where ${id} in (post_id, comment_id)`.execute(forum.db)

async function newPost(fields: object = {}): Promise<Text & { post: PostFacts }> {
  const post = await forum.post(author, 'birding', { title: 'Swifts are back', body: 'Seen one.', ...fields })
  const url = `/api/posts/${post.publicId}`
  return {
    post,
    url,
    age: aged('posts', post.id),
    edit: (body) => author.put(url, { body }),
    versions: async (who = guest, query = '') => (await who.get(`${url}/versions${query}`)).json(),
  }
}

async function newComment(): Promise<Text & { id: string }> {
  const { post } = await newPost()
  const { id } = await forum.comment(author, post, 'Here, too.')
  const url = `/api/posts/${post.publicId}/comments/${id}`
  return {
    id,
    url,
    age: aged('comments', id),
    edit: (body) => author.put(url, { body }),
    versions: async (who = guest, query = '') =>
      (await who.get(`/api/comments/${id}/versions${query}`)).json(),
  }
}

const bodies = ({ versions }: TextVersions) => versions.map(({ body }) => body)
const kept = async () =>
  Number(
    (await sql<{ count: string }>`select count(*) from text_versions`.execute(forum.db)).rows[0]?.count ?? 0,
  )

describe.each([
  ['a post', newPost, 'Seen one.'],
  ['a comment', newComment, 'Here, too.'],
] as const)('of %s', (_kind, make, first) => {
  it('has every version, the newest first, each with its time', async () => {
    const text = await make()
    await text.age()
    await text.edit('Second')
    await text.age()
    await text.edit('Third')
    const history = await text.versions()
    expect(bodies(history)).toEqual(['Third', 'Second', first])
    expect(history.next).toBeNull()
    const times = history.versions.map(({ writtenAt }) => Date.parse(writtenAt))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
  })

  it('counts edits within two minutes as one, from the first of them on', async () => {
    const text = await make()
    await text.edit('Corrected at once')
    expect(bodies(await text.versions())).toEqual(['Corrected at once'])
    await text.age()
    await text.edit('Half')
    await text.edit('Whole')
    expect(bodies(await text.versions())).toEqual(['Whole', 'Corrected at once'])
  })

  it('ignores an edit that changes nothing', async () => {
    const text = await make()
    await text.age()
    await text.edit(first)
    expect(bodies(await text.versions())).toEqual([first])
  })

  it('is deleted when the author deletes the text', async () => {
    const before = await kept()
    const text = await make()
    await text.age()
    await text.edit('Second')
    expect(await kept()).toBe(before + 1)
    await author.delete(`${text.url}?deleteAs=normal`)
    expect(await kept()).toBe(before)
  })

  it('is hidden with a removed text, and restored with it', async () => {
    const text = await make()
    await text.age()
    await text.edit('Second')
    await moderator.delete(`${text.url}?deleteAs=mods`)
    expect(await text.versions()).toEqual(errors.historyHidden)
    expect(bodies(await text.versions(moderator))).toEqual(['Second', first])
    await moderator.put(`${text.url}?action=restore`, {})
    expect(bodies(await text.versions())).toEqual(['Second', first])
  })
})

it('has the titles of a post, of a link too', async () => {
  const { url, age, versions } = await newPost({ type: 'link', url: 'https://example.org/swifts' })
  await age()
  await author.put(url, { title: 'Swifts have left' })
  expect((await versions()).versions).toMatchObject([
    { title: 'Swifts have left', body: null },
    { title: 'Swifts are back', body: null },
  ])
})

it('is deleted with the content of a post', async () => {
  const { url, age, edit, versions } = await newPost()
  await age()
  await edit('Second')
  await admin.delete(`${url}?deleteAs=admins&deleteContent=true`)
  expect(bodies(await versions(admin))).toEqual([''])
})

it('is deleted with the account of the author, whose texts stay', async () => {
  const leaver = await forum.member('leaves_soon')
  const post = await forum.post(leaver, 'birding', { body: 'One' })
  await aged('posts', post.id)()
  await leaver.put(`/api/posts/${post.publicId}`, { body: 'Two' })
  const url = `/api/posts/${post.publicId}/versions`
  expect(bodies((await guest.get(url)).json())).toEqual(['Two', 'One'])
  await sql`update users set deleted_at = now() where id = ${leaver.id}`.execute(forum.db)
  await eraseTraces(forum.db, leaver.id, new AbortController().signal)
  expect(bodies((await guest.get(url)).json())).toEqual(['Two'])
})

it('keeps the newest 50, and comes in pages', async () => {
  const { post, age, edit, versions } = await newPost()
  await sql`insert into text_versions (post_id, title, body, written_at, replaced_at)
    select ${post.id}, 'T', 'Text ' || n, now() - interval '1 day', now() - interval '1 day'
    from generate_series(1, ${sql.lit(limits.versionsKept)}) as n`.execute(forum.db)
  await age()
  await edit('Newest')
  const seen: (string | null)[] = []
  for (let next: string | null = ''; next !== null; ) {
    const page: TextVersions = await versions(guest, `?next=${next}`)
    expect(page.versions.length).toBeLessThanOrEqual(limits.versionsPerPage)
    seen.push(...bodies(page))
    next = page.next
  }
  const olds = Array.from({ length: limits.versionsKept - 1 }, (_, n) => `Text ${limits.versionsKept - n}`)
  expect(seen).toEqual(['Newest', 'Seen one.', ...olds])
})

describe('the setting', () => {
  it.each([
    ['everybody', [true, true, true, true]],
    ['moderators', [false, true, true, true]],
    ['nobody', [false, true, false, false]],
  ])('%s', async (value, expected) => {
    const { age, edit, versions } = await newPost()
    await age()
    await edit('Second')
    await changeSettings(admin, { editHistory: value })
    const seen = await Promise.all([guest, author, moderator, admin].map((who) => versions(who)))
    await changeSettings(admin, { editHistory: 'everybody' })
    expect(seen.map((answer) => 'versions' in answer)).toEqual(expected)
  })

  it('stores no further versions with “nobody”', async () => {
    const { age, edit, versions } = await newPost()
    await age()
    await changeSettings(admin, { editHistory: 'nobody' })
    await edit('Second')
    await changeSettings(admin, { editHistory: 'everybody' })
    expect(bodies(await versions())).toEqual(['Second'])
  })
})
