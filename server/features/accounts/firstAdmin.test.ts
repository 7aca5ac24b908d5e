import type { InjectOptions } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { signupFragment } from '../../../contract/access.ts'
import { errors } from '../../../contract/errors.ts'
import { type Forum, startForum } from '../../../tests/support/forum.ts'
import { startMessage } from '../../start.ts'

let forum: Forum
afterEach(() => forum.close())

const asLocal = { remoteAddress: '127.0.0.1', headers: { host: 'localhost:8080' } }
const fromElsewhere = { remoteAddress: '192.0.2.7', headers: { host: 'localhost:8080' } }

let made = 0
/** A sign-up by a browser that has opened these paths before. */
async function signUp({ headers = {}, ...where }: InjectOptions, opened: string[] = []) {
  const cookies: Record<string, string> = {}
  for (const url of ['/api/_initial', ...opened]) {
    const response = await forum.app.inject({ url, headers, cookies, ...where })
    for (const { name, value } of response.cookies) cookies[name] = value
  }
  return forum.app.inject({
    method: 'POST',
    url: '/api/_signup',
    cookies,
    headers: { ...headers, 'x-csrf-token': cookies.csrftoken ?? '' },
    payload: JSON.stringify({ username: `settler_${++made}`, password: 'a fine password' }),
    ...where,
  })
}

/** The path of the link that the start prints. */
async function printedLink(): Promise<string> {
  const link = new URL(
    /https?:\S+code=\S+/.exec(await startMessage(forum, 'http://192.0.2.1:8080'))?.[0] ?? '',
  )
  return link.pathname + link.search
}

describe('the first account', () => {
  it.each([
    ['at 127.0.0.1', { remoteAddress: '127.0.0.1', headers: { host: '127.0.0.1:8080' } }],
    ['at localhost', asLocal],
    ['at ::1', { remoteAddress: '::1', headers: { host: '[::1]:8080' } }],
    ['over IPv6 at 127.0.0.1', { remoteAddress: '::ffff:127.0.0.1', headers: { host: '127.0.0.1' } }],
  ])('needs no link on the machine of the server, %s', async (_where, request) => {
    forum = await startForum()
    const response = await signUp(request)
    expect(response.statusCode).toBe(201)
    expect(response.json().isAdmin).toBe(true)
  })

  it.each([
    ['another machine', fromElsewhere],
    ['a proxy that says so', { ...asLocal, headers: { ...asLocal.headers, 'x-forwarded-for': '127.0.0.1' } }],
    ['a proxy that names itself', { ...asLocal, headers: { ...asLocal.headers, via: '1.1 proxy' } }],
    ['a proxy that keeps the host', { ...asLocal, headers: { host: 'forum.example' } }],
    ['a proxy, to a site with an address', asLocal, { SITE_URL: 'https://forum.example' }],
    [
      'a proxy that is trusted',
      { ...asLocal, headers: { 'x-forwarded-for': '::1', host: 'localhost' } },
      { TRUST_PROXY: 'loopback' },
    ],
  ])(
    'through %s needs the link that the start prints',
    async (_way, request, settings?: Record<string, string>) => {
      forum = await startForum(settings)
      expect((await signUp(request)).json()).toEqual(errors.firstAdminLinkNeeded)
      expect((await signUp(request, ['/first-admin?code=a-guess', '/first-admin'])).json()).toEqual(
        errors.firstAdminLinkNeeded,
      )
      const response = await signUp(request, [await printedLink()])
      expect(response.statusCode).toBe(201)
      expect(response.json().isAdmin).toBe(true)
    },
  )

  it('gets the form to sign up with that link, and the front page with any other', async () => {
    forum = await startForum()
    const leadsTo = async (url: string) =>
      (await forum.app.inject({ url, ...fromElsewhere })).headers.location
    expect(await leadsTo(await printedLink())).toBe(`/#${signupFragment}`)
    expect(await leadsTo('/first-admin?code=a-guess')).toBe('/')
  })

  it('is the only one that needs the link, which has no effect afterwards', async () => {
    forum = await startForum()
    const link = await printedLink()
    expect((await signUp(asLocal)).json().isAdmin).toBe(true)
    expect(await startMessage(forum, 'http://192.0.2.1:8080')).not.toContain('code=')
    for (const opened of [[], [link]]) {
      const response = await signUp(fromElsewhere, opened)
      expect(response.statusCode).toBe(201)
      expect(response.json().isAdmin).toBe(false)
    }
  })
})
