import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { honeypotPath } from '../contract/honeypot.ts'
import { reservedCommunityNames } from '../contract/reservedNames.ts'
import { createApp } from '../server/app.ts'
import { aiCrawlers } from '../server/features/feeds/atom/aiCrawlers.ts'
import { renderer } from '../web/entry-server.tsx'
import { routes } from '../web/routes.ts'
import { changeSettings } from './support/access.ts'
import { type Forum, startForum } from './support/forum.ts'

let forum: Forum
let withoutAi: string
/** The rules of robots.txt for all crawlers. */
let rules: { allows: boolean; pattern: string }[]

beforeAll(async () => {
  forum = await startForum()
  const assetsFor = () => ({ entry: '', preloads: [], styles: [] })
  const app = await createApp({ ...forum, pages: { renderer, assetsFor, filesFolder: null } })
  const { body } = await app.inject({ url: '/robots.txt' })
  await changeSettings(await forum.member('the_admin', { isAdmin: true }), { aiCrawlers: false })
  withoutAi = (await app.inject({ url: '/robots.txt' })).body
  await app.close()
  expect(body.match(/^User-agent:.*$/gm)).toEqual(['User-agent: *'])
  rules = [...body.matchAll(/^(Allow|Disallow): (\S+)$/gm)].map(([, kind, pattern = '']) => ({
    allows: kind === 'Allow',
    pattern,
  }))
})
afterAll(() => forum.close())

/** Whether `pattern` matches the beginning of `path`; an asterisk stands for anything, `$` at the end for the end (RFC 9309, 2.2.3). */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  const escaped = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${escaped.join('.*')}${isWhole ? '$' : ''}`).test(path)
}

/** The longest matching rule decides, and of two equal ones the one that allows (RFC 9309, section 2.2.2). */
function mayBeRead(path: string): boolean {
  const [decisive] = rules
    .filter(({ pattern }) => matches(pattern, path))
    .sort(
      (one, other) => other.pattern.length - one.pattern.length || Number(other.allows) - Number(one.allows),
    )
  return decisive?.allows ?? true
}

const placesOf = (name: string) => [
  `/${name}`,
  `/${name}?sort=new`,
  `/${name}/post/abcd1234`,
  `/${name}/post/abcd1234?sort=new`,
  `/${name}/modlog`,
  `/${name}.atom`,
]

describe('robots.txt', () => {
  const pageNames = routes.flatMap(({ pattern }) => /^\/([a-z]\w*)/.exec(pattern)?.[1] ?? [])
  const beginnings = [...new Set([...pageNames, ...reservedCommunityNames])]
  const names = [
    'newsroom',
    'searching',
    'administration',
    'settingslab',
    'loginhelp',
    'notificationsx',
    'appealsboard',
    ...beginnings.flatMap((name) => ['s', '_', '2', 'room'].map((more) => name + more)),
  ].filter((name) => !reservedCommunityNames.has(name) && !pageNames.includes(name))

  it('lets everyone read communities whose names begin like a page', () => {
    expect(names.length).toBeGreaterThan(150)
    expect(names.flatMap(placesOf).filter((path) => !mayBeRead(path))).toEqual([])
  })

  it('lets everyone read members and pages with a text', () => {
    const open = [
      '/',
      '/all',
      '/about',
      '/communities',
      '/communities?sort=new',
      '/@new',
      '/@admin/lists',
      '/modlog',
      '/api/docs',
    ]
    expect(open.filter((path) => !mayBeRead(path))).toEqual([])
  })

  it('keeps search engines away from every page for members, the login, the search and the API', async () => {
    const forMembers = await Promise.all(
      routes.map(async ({ pattern, getRoute }) => ((await getRoute()).loginRequired ? pattern : null)),
    )
    // Those within a community redirect to the login.
    const fixed = forMembers
      .filter((pattern) => pattern !== null)
      .filter((pattern) => !pattern.startsWith('/:'))
    expect(fixed).toContain('/settings')
    const closed = [...fixed.map((pattern) => pattern.replace(/\*\w+/, 'members')), '/login', '/search']
    const paths = [
      ...closed.flatMap((path) => [path, `${path}?x=1`]),
      '/api/posts',
      '/api/docsx?',
      '/-/comment?post=x',
      honeypotPath,
    ]
    expect(paths.filter(mayBeRead)).toEqual(['/api/docsx?'])
  })

  it('keeps AI crawlers away from everything where the site says so, and nobody else', () => {
    const [forAi = '', forAll = ''] = withoutAi.split('\n\n')
    const lines = forAi.split('\n')
    expect(lines).toEqual([...aiCrawlers.map((name) => `User-agent: ${name}`), 'Disallow: /'])
    expect(new Set(lines.map((line) => line.toLowerCase())).size).toBe(lines.length)
    // The characters that a name may have (RFC 9309, section 2.2.1); digits are common, too.
    expect(aiCrawlers.filter((name) => !/^[\w-]+$/.test(name))).toEqual([])
    expect(forAll.match(/^User-agent:.*$/gm)).toEqual(['User-agent: *'])
    expect(forAll).toContain('Sitemap: ')
  })
})
