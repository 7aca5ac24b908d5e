import type { RequestListener } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SystemState } from '../../../contract/endpoints/system.ts'
import { version as ownVersion } from '../../../package.json'
import { type Elsewhere, startElsewhere } from '../../../tests/support/elsewhere.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { askNewestVersion } from './newestVersion.ts'

let answer: RequestListener
let elsewhere: Elsewhere
let forum: Forum
let admin: Member
beforeAll(async () => {
  elsewhere = await startElsewhere((request, response) => answer(request, response))
  forum = await startForum({ LINK_ALLOWED_NETWORKS: '127.0.0.2/32' })
  admin = await forum.member('keeper', { isAdmin: true })
})
afterAll(async () => {
  await forum.close()
  await elsewhere.close()
})
beforeEach(async () => {
  answer = (_request, response) => response.end('99.0.0\n')
  await sql`
    update site_settings set newest_version = null, newest_version_url = null, newest_version_asked_at = null,
      newest_version_failure = null`.execute(forum.db)
  await nameUrl('')
})

const nameUrl = (value: string) =>
  admin.put('/api/_admin/settings', { changes: [{ name: 'newestVersionUrl', value }] })
const ask = () => askNewestVersion(forum, {}, new AbortController().signal)
const shown = async () => (await admin.get('/api/_admin/system')).json<SystemState>().newestVersion
const aDayPasses = () =>
  sql`update site_settings set newest_version_asked_at = now() - interval '1 day'`.execute(forum.db)

describe('whether there is a newer version', () => {
  it('is not requested until an admin sets a URL', async () => {
    const before = elsewhere.requests.length
    await ask()
    expect(elsewhere.requests).toHaveLength(before)
    expect(await shown()).toBeNull()
  })

  it('is requested once a day without data about the site, and shown to admins', async () => {
    await nameUrl(`${elsewhere.origin}/newest`)
    expect(await shown()).toEqual({ version: null, isNewer: false, askedAt: null, failure: '' })
    const before = elsewhere.requests.length
    await Promise.all([ask(), ask()])
    await ask()
    expect(elsewhere.requests).toHaveLength(before + 1)
    expect(await shown()).toEqual({
      version: '99.0.0',
      isNewer: true,
      askedAt: expect.any(String),
      failure: '',
    })
    const { url, headers } = elsewhere.requests[before] ?? {}
    expect(url).toBe('/newest')
    expect(JSON.stringify(headers)).not.toContain(ownVersion)
    await aDayPasses()
    await ask()
    expect(elsewhere.requests).toHaveLength(before + 2)
  })

  it('is false if this one is the newest', async () => {
    answer = (_request, response) => response.end(JSON.stringify({ tag_name: `v${ownVersion}` }))
    await nameUrl(`${elsewhere.origin}/releases/latest`)
    await ask()
    expect(await shown()).toMatchObject({ version: ownVersion, isNewer: false })
  })

  it.each<[string, RequestListener, string]>([
    ['fails', (_request, response) => response.writeHead(503).end(), 'answers 503'],
    ['is a page', (_request, response) => response.end('<html>Welcome'), 'contains no version'],
  ])('stays as it was when the answer %s, and the page says why', async (_case, failing, failure) => {
    await nameUrl(`${elsewhere.origin}/newest`)
    await ask()
    answer = failing
    await aDayPasses()
    await ask()
    expect(await shown()).toMatchObject({ version: '99.0.0', isNewer: true, failure })
  })

  it('is deleted with its URL', async () => {
    await nameUrl(`${elsewhere.origin}/newest`)
    await ask()
    answer = (_request, response) => response.writeHead(404).end()
    await nameUrl(`${elsewhere.origin}/another`)
    expect(await shown()).toMatchObject({ version: null })
    await ask()
    expect(await shown()).toMatchObject({ version: null, failure: 'answers 404' })
  })

  it('is not requested from the internal network', async () => {
    await nameUrl(elsewhere.origin.replace('127.0.0.2', '127.0.0.1'))
    await ask()
    expect(await shown()).toMatchObject({ version: null, failure: expect.stringContaining('not public') })
  })
})
