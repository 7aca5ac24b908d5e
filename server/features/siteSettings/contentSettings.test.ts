import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { type Client, type Forum, type Member, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
let admin: Member
let member: Member
let guest: Client
beforeAll(async () => {
  // An hour, so that a stale cache for guests would fail the test.
  forum = await startForum({ GUEST_CACHE_SECONDS: '3600', COMMUNITY_CREATION: 'members', CAPTCHA: 'off' })
  admin = await forum.member('ada_admin', { isAdmin: true })
  member = await forum.member('mo_member', { points: 100 })
  guest = await forum.guest()
})
afterAll(() => forum.close())
beforeEach(async () => {
  await sql`delete from setting_values`.execute(forum.db)
  await forum.liveSettings.refresh()
})

const change = async (name: string, value: unknown) => {
  const answer = await admin.put('/api/_admin/settings', { changes: [{ name, value }] })
  expect(answer.statusCode).toBe(200)
}

describe('links of members', () => {
  const careful = 'rel="nofollow ugc noreferrer noopener"'
  const followed = 'rel="noreferrer noopener"'
  const relsIn = (html: string) => html.match(/rel="[^"]*"/g)

  it('are marked nofollow until an admin changes that, also in old posts and comments, for everyone', async () => {
    await forum.community('links')
    const text = 'See [there](https://elsewhere.example/) and `rel="nofollow ugc noreferrer noopener"`'
    const post = await forum.post(member, 'links', { body: text })
    await forum.comment(member, post, text)
    const rels = async () => {
      const found: (readonly string[] | null)[] = []
      for (const reader of [guest, member]) {
        const shown = (await reader.get(`/api/posts/${post.publicId}?render=page`)).json()
        for (const html of [shown.bodyHtml, shown.comments[0].bodyHtml]) {
          found.push(relsIn(html))
        }
      }
      return found
    }
    expect(await rels()).toEqual(Array(4).fill([careful]))
    await change('nofollowLinks', false)
    expect(await rels()).toEqual(Array(4).fill([followed]))
    await change('nofollowLinks', true)
    expect(await rels()).toEqual(Array(4).fill([careful]))
  })

  it('are also marked in Atom feeds', async () => {
    await forum.community('feeds')
    await forum.post(member, 'feeds', { body: 'See <https://elsewhere.example/>.' })
    const feed = async () => (await guest.get('/feeds.atom')).body
    expect(await feed()).toContain('nofollow ugc')
    await change('nofollowLinks', false)
    expect(await feed()).not.toContain('nofollow')
  })
})

describe('names that an admin reserves', () => {
  const signUp = async (username: string) =>
    (await forum.guest()).post('/api/_signup', { username, password: 'correct horse battery' })
  const create = (by: Member, name: string) => by.post('/api/communities', { name, about: '' })

  it('and names that look like them are refused for new members', async () => {
    await change('reservedNames', ['Townhall'])
    for (const name of ['townhall', 'TOWNHALL', 't0wn_hall']) {
      const answer = await signUp(name)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject(errors.usernameReserved)
    }
    expect((await signUp('townhall_fan')).statusCode).toBe(201)
    await change('reservedNames', [])
    expect((await signUp('townhall')).statusCode).toBe(201)
  })

  it('are refused as names of communities, created or requested, except to admins', async () => {
    await change('reservedNames', ['council'])
    for (const answer of [
      await create(member, 'Counci1'),
      await member.post('/api/community_requests', { name: 'council', note: '' }),
    ]) {
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject(errors.communityNameKept)
    }
    expect((await create(admin, 'council')).statusCode).toBe(200)
  })

  it('do not replace the built-in ones', async () => {
    await change('reservedNames', ['council'])
    expect((await signUp('root_admin')).json()).toMatchObject(errors.usernameReserved)
    expect((await create(member, 'settings')).json()).toMatchObject(errors.communityNameReserved)
  })

  it('must have the format of a name', async () => {
    const answer = await admin.put('/api/_admin/settings', {
      changes: [{ name: 'reservedNames', value: ['town hall'] }],
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toContain('letters, digits and underscores')
  })
})
