import { type RequestOptions, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import type { PageAssets } from '../../contract/pages.ts'
import { createApp } from '../../server/app.ts'
import { loadSecrets } from '../../server/platform/http/secrets.ts'
import { renderer } from '../../web/entry-server.tsx'
import { type Forum, passwordOf, startForum } from './forum.ts'

const assetsFor = (page: string | null): PageAssets => ({
  entry: '/assets/entry.js',
  preloads: page ? [`/assets/${page}.js`] : [],
  styles: ['/assets/entry.css'],
})

/** Starts a forum with pages. */
export async function startRenderedPages() {
  const forum = await startForum()
  const author = await forum.member('rowan', { isAdmin: true })
  await forum.community('gardening', author)
  await forum.post(author, 'gardening', {
    title: 'Beans </script><script>alert(1)</script>',
    body: 'They **grow** <b>well</b>.',
  })
  /** The same forum, with pages. `watch: undefined`: it does not learn what other servers change. */
  const withPages = async (
    change: Partial<Forum['config']> = {},
    render = renderer.render,
    given: { watch?: undefined } = {},
  ) =>
    createApp({
      ...forum,
      ...given,
      config: { ...forum.config, ...change },
      secrets: await loadSecrets(forum.db),
      pages: { renderer: { ...renderer, render }, assetsFor, filesFolder: null },
    })
  const app = await withPages()
  afterAll(async () => {
    await app.close()
    await forum.close()
  })

  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  /** Headers of a member's requests. */
  async function signIn(username: string) {
    const cookies = new Map<string, string>()
    const keep = (response: { cookies: { name: string; value: string }[] }) => {
      for (const { name, value } of response.cookies) cookies.set(name, value)
    }
    const header = () =>
      [...cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ')
    keep(await get('/api/_initial'))
    keep(
      await app.inject({
        method: 'POST',
        url: '/api/_login',
        headers: { cookie: header(), 'x-csrf-token': cookies.get('csrftoken') ?? '' },
        payload: JSON.stringify({ username, password: passwordOf(username) }),
      }),
    )
    return { cookie: header(), 'x-csrf-token': cookies.get('csrftoken') ?? '' }
  }
  /** In its initial state, which requests of the other tests change. */
  async function overTheWire(options: RequestOptions) {
    if (!app.server.listening) await app.listen({ port: 0 })
    const { port } = app.server.address() as AddressInfo
    return new Promise<{ status: number | undefined; location: string | undefined; body: string }>(
      (resolve, reject) => {
        const sent = request({ host: '127.0.0.1', port, ...options }, async (response) => {
          const chunks = await response.toArray()
          resolve({
            status: response.statusCode,
            location: response.headers.location,
            body: Buffer.concat(chunks).toString(),
          })
        })
        sent.on('error', reject).end()
      },
    )
  }
  return { forum, withPages, get, signIn, overTheWire }
}
