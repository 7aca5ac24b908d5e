import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { createApp } from '../../app.ts'
import { fixedSettings } from '../../core/settings/live.ts'

let forum: Forum
let moderator: Member
let admin: Member
let author: Member
let guest: Client
let id: string

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  id = (await forum.community('birding', admin)).id
  moderator = await forum.moderator('moderator_m', 'birding')
  author = await forum.member('wren_writes')
  guest = await forum.guest()
  await forum.community('elsewhere', admin)
})
afterAll(() => forum.close())

const read = async (name = 'birding', who: Client = guest) => who.get(`/${name}/modlog.atom`)
const entriesOf = (xml: string) => xml.split('<entry>').slice(1)

describe('the feed of a moderation log', () => {
  it('has the actions in the community, newest first, with rule, reason and target', async () => {
    const post = await forum.post(author, 'birding', { title: 'Buy <my> feeders' })
    const { id: comment } = await forum.comment(author, post)
    await moderator.put(`/api/posts/${post.publicId}?action=lock&lockAs=mods&reason=Too%20heated.`)
    await admin.delete(`/api/posts/any/comments/${comment}?deleteAs=admins`)
    const elsewhere = await forum.post(author, 'elsewhere')
    await admin.put(`/api/posts/${elsewhere.publicId}?action=lock&lockAs=admins`)
    const answer = await read()
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/atom+xml; charset=utf-8',
      'cache-control': 'public, max-age=300',
    })
    const [removal, lock, ...others] = entriesOf(answer.body)
    expect(removal).toContain('<title>Removing comments: ')
    expect(removal).toContain(`/birding/post/${post.publicId}/${comment}"/>`)
    expect(lock).toContain('Buy &lt;my&gt; feeders')
    expect(lock).toContain('<name>@moderator_m</name>')
    expect(lock).toContain('Too heated.')
    expect(others.join()).not.toContain(elsewhere.publicId)
    const status = async (headers: Record<string, string>) =>
      (await guest.send({ url: '/birding/modlog.atom', headers })).statusCode
    const etag = String(answer.headers.etag)
    expect(await status({ 'if-none-match': `W/"other", ${etag}` })).toBe(304)
    expect(await status({ 'if-modified-since': String(answer.headers['last-modified']) })).toBe(304)
    expect(await status({ 'if-modified-since': 'Thu, 01 Jan 2020 00:00:00 GMT' })).toBe(200)
  })

  it('has neither private actions nor names that the community hides, also for admins', async () => {
    await admin.put('/api/silenced_reporters', { username: 'wren_writes', communityId: id, silenced: true })
    await moderator.put(`/api/communities/${id}`, { moderationLogNames: false })
    await expect.poll(async () => (await read('birding', admin)).body).not.toContain('moderator_m')
    const { body } = await read('birding', admin)
    expect(body).toContain('<name>A moderator</name>')
    expect(body).not.toContain('Hiding')
  })

  it('counts for the rate limit before anything is read, also of an unknown community', async () => {
    const app = await createApp({
      ...forum,
      db: forum.database.db,
      liveSettings: fixedSettings({ ...forum.config.locked, rateLimits: true }),
    })
    const read = (headers = {}) => app.inject({ url: '/nowhere/modlog.atom', headers })
    let [sent, status] = [0, 0]
    do {
      sent += 1
      status = (await read()).statusCode
    } while (status === 404 && sent < 6000)
    expect(status).toBe(429)
    expect(Number((await read()).headers['retry-after'])).toBeGreaterThan(0)
    await app.close()
  })

  it('does not exist for an unknown community, and leads from a former name to the new one', async () => {
    expect((await read('nowhere')).statusCode).toBe(404)
    await forum.db
      .updateTable('communities')
      .set({ name: 'birdwatching' })
      .where('id', '=', stored(id))
      .execute()
    await forum.db
      .insertInto('former_community_names')
      .values({ name: 'birding', community_id: stored(id) })
      .execute()
    const answer = await read()
    expect(answer.statusCode).toBe(301)
    expect(answer.headers.location).toMatch(/^http:\/\/[^/]+\/birdwatching\/modlog\.atom$/)
  })
})
