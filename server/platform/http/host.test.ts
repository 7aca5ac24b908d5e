import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Forum, startForum } from '../../../tests/support/forum.ts'
import { parseConfig } from '../../config.ts'
import { renderMarkdown } from '../markdown/render.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum({
    SITE_URL: 'https://new.example',
    FORMER_HOSTS: 'old.example.org, older.example:8080',
  })
})
afterAll(() => forum.close())

describe('a site that has moved', () => {
  const ask = (host: string, url: string, method: 'GET' | 'POST' = 'GET') =>
    forum.app.inject({ method, url, headers: { host } })

  it.each([
    ['old.example.org', '/birding/post/abc?sort=new', 'https://new.example/birding/post/abc?sort=new'],
    ['OLDER.example:8080', '/', 'https://new.example/'],
    ['old.example.org', '//evil.example/', 'https://new.example//evil.example/'],
    ['old.example.org', '/api/posts', 'https://new.example/api/posts'],
  ])('redirects from %s%s', async (host, path, to) => {
    const { statusCode, headers } = await ask(host, path)
    expect([statusCode, headers.location]).toEqual([301, to])
  })

  it('keeps the method of requests that write', async () => {
    const { statusCode, headers } = await ask('old.example.org', '/api/_login', 'POST')
    expect([statusCode, headers.location]).toEqual([308, 'https://new.example/api/_login'])
  })

  it('answers at its own host, and at others as before', async () => {
    expect((await ask('new.example', '/api/posts')).statusCode).toBe(200)
    expect((await ask('old.example.org.evil.example', '/api/posts')).statusCode).toBe(200)
  })

  it('takes links to former hosts for links to itself', async () => {
    const member = await forum.member('mover')
    await forum.community('birding')
    const post = await forum.post(member, 'birding', { body: 'See https://old.example.org/birding?sort=new' })
    const { bodyHtml } = (await member.get(`/api/posts/${post.publicId}?render=page`)).json()
    expect(JSON.stringify(bodyHtml)).toContain('href=\\"/birding?sort=new\\" data-internal')
    expect(renderMarkdown('https://old.example.org/x', { siteHosts: ['new.example'] })).toContain('nofollow')
  })

  it('knows its new address', () => {
    expect(() => parseConfig({ FORMER_HOSTS: 'old.example' })).toThrow('FORMER_HOSTS needs SITE_URL')
    expect(() => parseConfig({ FORMER_HOSTS: 'a.example', SITE_URL: 'https://a.example' })).toThrow(
      'FORMER_HOSTS must not name a.example',
    )
    expect(() => parseConfig({ FORMER_HOSTS: 'https://a.example' })).toThrow(/must be a list of hosts/)
  })
})
