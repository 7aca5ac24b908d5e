import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Forum, type Member, startForum } from './support/forum.ts'

/** Characters that are escaped somewhere: in HTML, Markdown, SQL, JSON, URLs, XML and format strings. */
const text = `<b onclick="x">'Q' &amp; &lt; & \\ \\u003c %3C %s $1 \${x} {{x}} \`y\` *z* -- ;</b>`
const again = `${text} once more`

let forum: Forum
let admin: Member
beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  await forum.community('birding', admin)
})
afterAll(() => forum.close())

const json = async (answer: ReturnType<Member['get']>) => (await answer).json()
const communityId = async () => (await json(admin.get('/api/communities/birding?byName=true'))).id

/** Each place where members write: how to write a text, write it again as it was read, and read it. */
const places: Record<string, () => Promise<readonly [unknown, (text: string) => Promise<unknown>]>> = {
  'the title of a post': async () => {
    const { publicId } = await forum.post(admin, 'birding', { title: text })
    const url = `/api/posts/${publicId}`
    return [
      (await json(admin.get(url))).title,
      async (title) => (await json(admin.put(url, { title }))).title,
    ]
  },
  'the text of a post': async () => {
    const { publicId } = await forum.post(admin, 'birding', { body: text })
    const url = `/api/posts/${publicId}`
    return [(await json(admin.get(url))).body, async (body) => (await json(admin.put(url, { body }))).body]
  },
  'a comment': async () => {
    const post = await forum.post(admin, 'birding')
    const { id } = await forum.comment(admin, post, text)
    const url = `/api/posts/${post.publicId}/comments/${id}`
    return [
      (await json(admin.get(`/api/comments/${id}`))).body,
      async (body) => (await json(admin.put(url, { body }))).body,
    ]
  },
  'the text about oneself': async () => {
    const write = async (aboutMe: string) => {
      await admin.post('/api/_settings?action=updateProfile', { aboutMe })
      return (await json(admin.get('/api/users/the_admin'))).aboutMe
    }
    return [await write(text), write]
  },
  'the text about a community': async () => {
    const write = async (about: string) =>
      (await json(admin.put(`/api/communities/${await communityId()}`, { about }))).about
    return [await write(text), write]
  },
  'a rule': async () => {
    const url = `/api/communities/${await communityId()}/rules`
    const [rule] = await json(admin.post(url, { rule: text }))
    return [
      rule.rule,
      async (changed) => (await json(admin.put(`${url}/${rule.id}`, { rule: changed }))).rule,
    ]
  },
  'the description of a list': async () => {
    const url = '/api/users/the_admin/lists/bookmarks'
    const write = async (description: string) => (await json(admin.put(url, { description }))).description
    return [await write(text), write]
  },
  'the description of an image': async () => {
    const { id } = await forum.upload(admin)
    const write = async (altText: string) => (await json(admin.put(`/api/images/${id}`, { altText }))).altText
    return [await write(text), write]
  },
}

describe('a text is stored as it was written, however often it is read and written', () => {
  it.each(Object.keys(places))('%s', async (place) => {
    const [read, write] = (await places[place]?.()) ?? []
    expect(read).toBe(text)
    expect(await write?.(String(read))).toBe(text)
    expect(await write?.(again)).toBe(again)
  })
})
