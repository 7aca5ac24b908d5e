import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderer } from '../../web/entry-server.tsx'
import { changeSettings } from '../support/access.ts'
import { countQueries } from '../support/countQueries.ts'
import { startRenderedPages } from '../support/renderedPages.ts'

const { forum, withPages, signIn } = await startRenderedPages()
const admin = await forum.member('the_admin', { isAdmin: true })

let rendered: string[]
const render: typeof renderer.render = async (request) => {
  const answer = await renderer.render(request)
  // Without HTML, only the data was asked for.
  if ('html' in answer) rendered.push(request.path)
  return answer
}
let app: Awaited<ReturnType<typeof withPages>>
beforeAll(async () => {
  rendered = []
  app = await withPages({ guestCacheSeconds: 600 }, render)
})
afterAll(() => app.close())

/** Paths that no page has, and paths of pages about something that does not exist. */
const unknown = [
  '/wp-login.php',
  '/.env',
  '/a/b/c/d',
  '/xyz.php?q=1',
  '/cgi-bin/luci',
  `/${'long'.repeat(200)}.asp`,
]
const missing = [
  '/no_such_community',
  '/no_such_community/modlog',
  '/gardening/post/nothere1',
  '/@nobody_here',
]

describe('for guests, the page for what does not exist', () => {
  it('is rendered once for all URLs, without their paths', async () => {
    const bodies = new Set<string>()
    for (const url of [...unknown, ...missing, ...unknown]) {
      const answer = await app.inject({ url })
      expect([answer.statusCode, url]).toEqual([404, url])
      expect(answer.headers['cache-control']).toBe('no-store')
      bodies.add(answer.body)
    }
    expect(rendered).toEqual(['/-'])
    expect(bodies.size).toBe(1)
    expect([...bodies][0]).toContain('404: Not found!')
    for (const path of [...unknown, ...missing]) expect([...bodies][0]).not.toContain(path)
  })

  it('costs no query at a path that no page has', async () => {
    await app.inject({ url: '/wp-login.php' })
    for (const url of unknown)
      expect(await countQueries(forum.database, () => app.inject({ url })), url).toBe(0)
  })

  it('shows the site as it is after a change', async () => {
    await changeSettings(admin, { siteName: 'Renamed site' })
    await expect.poll(async () => (await app.inject({ url: '/.env' })).body).toContain('Renamed site')
  })

  it('leads to the login in a private forum, whether the path is known or not', async () => {
    await changeSettings(admin, { privateForum: true })
    await expect.poll(async () => (await app.inject({ url: '/.env' })).statusCode).toBe(302)
    for (const url of ['/.env', '/no_such_community', '/gardening']) {
      const answer = await app.inject({ url })
      expect([answer.statusCode, answer.headers.location]).toEqual([
        302,
        `/login?${new URLSearchParams({ next: url })}`,
      ])
    }
    await changeSettings(admin, { privateForum: false })
    await expect.poll(async () => (await app.inject({ url: '/.env' })).statusCode).toBe(404)
  })
})

it('members get a page of their own', async () => {
  const headers = await signIn('rowan')
  for (const url of ['/wp-login.php', '/no_such_community']) {
    const answer = await app.inject({ url, headers })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toContain('@rowan')
  }
  expect((await app.inject({ url: '/wp-login.php' })).body).not.toContain('rowan')
})
