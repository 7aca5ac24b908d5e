import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { identityEndpoints } from '../../../contract/endpoints/identity.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { describeAuthorization } from '../../../tests/support/authorization.ts'
import { type Client, type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { describeRefusals } from '../../../tests/support/refusals.ts'
import { withoutPassword } from '../../../tests/support/withoutPassword.ts'
import { createApp } from '../../app.ts'
import { type LiveSettings, watchSettings } from '../../core/settings/live.ts'
import { type DatabaseWatch, watchDatabase } from '../../platform/database/watch.ts'

let forum: Forum
let admin: Member
/** Simulates another process with its own memory. */
let other: FastifyInstance
let otherWatch: DatabaseWatch
let otherSettings: LiveSettings

beforeAll(async () => {
  // An hour, so that a stale cache for guests would fail the test.
  forum = await startForum({ GUEST_CACHE_SECONDS: '3600', SITE_NAME: 'Moss' })
  admin = await forum.member('ada_admin', { isAdmin: true })
  otherWatch = await watchDatabase(forum.connection, () => {})
  otherSettings = await watchSettings(otherWatch, forum.config.locked)
  other = await createApp({ ...forum, db: forum.database.db, liveSettings: otherSettings, watch: otherWatch })
  await mkdir(join(forum.config.dataDir, 'pages'))
})
afterAll(async () => {
  await other.close()
  await otherWatch.close()
  await forum.close()
})
beforeEach(() => sql`truncate static_page_versions`.execute(forum.db))

interface PageText {
  text: string
  isOriginal: boolean
  lockedBy: string | null
  version: string | null
}
const path = '/api/_admin/pages/terms'
const read = async () => (await admin.get(path)).json<PageText>()
const save = (text: string | null, basedOn: string | null, by: Client = admin) =>
  by.put(path, { text, basedOn })
const saved = async (text: string | null, basedOn: string | null) => {
  const answer = await save(text, basedOn)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<PageText>()
}
const shown = async (app = forum.app) => (await app.inject('/api/_pages/terms')).json<{ html: string }>().html
const versions = async () => (await admin.get(`${path}/versions`)).json()

describe('the text of a static page', () => {
  it('[ACC-2-116] is changed by an admin, with its variables, in every process', async () => {
    const before = await read()
    expect(before).toMatchObject({ isOriginal: true, lockedBy: null, version: null })
    expect(before.text).toContain('{{siteName}}')
    const original = await shown(other)
    const { version } = await saved('# Terms\r\n\r\nOf {{siteName}}.', null)
    expect(await read()).toEqual({
      name: 'terms',
      text: '# Terms\n\nOf {{siteName}}.',
      isOriginal: false,
      lockedBy: null,
      version,
    })
    expect(await shown()).toBe('<p>Of Moss.</p>\n')
    await expect.poll(() => shown(other)).toBe('<p>Of Moss.</p>\n')
    await saved(null, version)
    expect(await read()).toMatchObject({ isOriginal: true, text: before.text })
    await expect.poll(() => shown(other)).toBe(original)
  })

  it('[ACC-2-116] is shown as the page would show it before it is saved', async () => {
    const preview = await admin.post(`${path}/preview`, {
      text: '# Our *terms*\n\nOf {{siteName}}. <script>',
    })
    expect(preview.json()).toEqual({ title: 'Our terms', html: '<p>Of Moss. </p>\n' })
    expect(await read()).toMatchObject({ isOriginal: true })
  })

  it('[ACC-2-116] keeps earlier versions, with admin and time', async () => {
    const first = await saved('One', null)
    const second = await saved(null, first.version)
    const third = await saved('Three', second.version)
    const changed = { changedAt: expect.any(String), changedBy: 'ada_admin' }
    expect(await versions()).toEqual({
      versions: [
        { id: third.version, text: 'Three', ...changed },
        { id: second.version, text: null, ...changed },
        { id: first.version, text: 'One', ...changed },
      ],
      next: null,
    })
  })

  it('has its earlier texts page by page', async () => {
    let basedOn: string | null = null
    for (let n = 1; n <= limits.staticPageVersionsPerPage + 2; n++)
      basedOn = (await saved(`Text ${n}`, basedOn)).version
    const first = await versions()
    const rest = (await admin.get(`${path}/versions?next=${first.next}`)).json()
    expect(first.versions).toHaveLength(limits.staticPageVersionsPerPage)
    expect(rest.versions.map(({ text }: { text: string }) => text)).toEqual(['Text 2', 'Text 1'])
  })

  it('[ACC-2-116] is not saved if it was changed since it was read', async () => {
    const { version } = await saved('One', null)
    expect((await save('Mine', null)).json()).toEqual(errors.staticPageChanged)
    expect(await read()).toMatchObject({ text: 'One', version })
  })

  it('that does not change is not recorded', async () => {
    const { version } = await saved('One', null)
    expect(await saved('One', version)).toMatchObject({ version })
    expect((await versions()).versions).toHaveLength(1)
  })

  it('[ACC-2-117] comes from the file and is locked, if there is one', async () => {
    await saved('From an admin', null)
    const file = join(forum.config.dataDir, 'pages', 'terms.md')
    await writeFile(file, 'From the operator')
    try {
      expect(await read()).toMatchObject({ text: 'From the operator', lockedBy: 'pages/terms.md' })
      const { version } = await read()
      expect((await save('Mine', version)).json()).toEqual(errors.staticPageLocked)
    } finally {
      await rm(file)
    }
    expect(await read()).toMatchObject({ text: 'From an admin', lockedBy: null })
  })

  it('is in the log of the settings', async () => {
    const { version } = await saved('One', null)
    await saved(null, version)
    const { changes } = (await admin.get('/api/_admin/setting_changes')).json()
    expect(changes.slice(0, 2)).toMatchObject([
      { name: 'page terms', before: `version ${version}`, after: null, changedBy: 'ada_admin' },
      { name: 'page terms', before: null, after: `version ${version}` },
    ])
  })
})

const { setLogo: _set, deleteLogo: _delete, ...endpoints } = identityEndpoints
describe('permission to edit them', () => {
  describeAuthorization({
    endpoints,
    table: `
                               guest  banned  member  author  elsewhere  moderator  admin
      getStaticPageText          401     403     403     403        403        403    200
      changeStaticPage           401     403     403     403        403        403    200
      previewStaticPage          401     403     403     403        403        403    200
      listStaticPageVersions     401     403     403     403        403        403    200
    `,
    calls: {
      getStaticPageText: (who) => who.get('/api/_admin/pages/about'),
      changeStaticPage: (who) => who.put('/api/_admin/pages/about', { text: 'Hello', basedOn: null }),
      previewStaticPage: (who) => who.post('/api/_admin/pages/about/preview', { text: 'Hello' }),
      listStaticPageVersions: (who) => who.get('/api/_admin/pages/about/versions'),
    },
  })
  const tooLong = 'x'.repeat(limits.staticPageMaxLength + 1)
  describeRefusals(endpoints, {
    getStaticPageText: { staticPageNotFound: ({ admin: who }) => who.get('/api/_admin/pages/imprint') },
    changeStaticPage: {
      passwordNeeded: ({ forum: site, admin: who }) =>
        withoutPassword(site, () => who.put(path, { text: 'Mine', basedOn: null })),
      staticPageNotFound: ({ admin: who }) =>
        who.put('/api/_admin/pages/imprint', { text: '', basedOn: null }),
      staticPageTooLong: ({ admin: who }) => who.put(path, { text: tooLong, basedOn: null }),
      staticPageLocked: async ({ admin: who, forum: { config } }) => {
        await mkdir(join(config.dataDir, 'pages'), { recursive: true })
        await writeFile(join(config.dataDir, 'pages', 'about.md'), 'Ours')
        return who.put('/api/_admin/pages/about', { text: 'Mine', basedOn: null })
      },
      staticPageChanged: ({ admin: who }) => who.put(path, { text: 'Mine', basedOn: '7' }),
    },
    previewStaticPage: {
      staticPageNotFound: ({ admin: who }) => who.post('/api/_admin/pages/imprint/preview', { text: '' }),
      staticPageTooLong: ({ admin: who }) => who.post(`${path}/preview`, { text: tooLong }),
    },
    listStaticPageVersions: {
      staticPageNotFound: ({ admin: who }) => who.get('/api/_admin/pages/imprint/versions'),
      invalidCursor: ({ admin: who }) => who.get(`${path}/versions?next=abc`),
    },
  })
})
