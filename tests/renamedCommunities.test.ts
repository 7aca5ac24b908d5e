import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../server/app.ts'
import { watchIpBlocks } from '../server/core/ipBlocks/watch.ts'
import { watchSettings } from '../server/core/settings/live.ts'
import { openDatabase } from '../server/platform/database/connection.ts'
import { watchDatabase } from '../server/platform/database/watch.ts'
import { renderer } from '../web/entry-server.tsx'
import { changeSettings } from './support/access.ts'
import { type Forum, type Member, type PostFacts, startForum } from './support/forum.ts'
import { sendTo } from './support/sendTo.ts'

const pages = {
  renderer,
  assetsFor: () => ({ entry: '/assets/entry.js', preloads: [], styles: [] }),
  filesFolder: null,
}

/** A server of the forum's database that keeps everything it can, with nothing in common with others but the database. */
async function startServer(forum: Forum) {
  const { secrets, files } = forum
  const config = { ...forum.config, guestCacheSeconds: 600 }
  const database = openDatabase(forum.connection, { connections: 4 })
  const watch = await watchDatabase(forum.connection, () => {})
  const ipBlocks = await watchIpBlocks(watch)
  const liveSettings = await watchSettings(watch, config.locked)
  const app = await createApp({
    db: database.db,
    config,
    secrets,
    files,
    ipBlocks,
    liveSettings,
    watch,
    pages,
  })
  await app.ready()
  return {
    app,
    async close() {
      await app.close()
      await watch.close()
      await database.close()
    },
  }
}
type Server = Awaited<ReturnType<typeof startServer>>

const origin = 'https://talk.example'
let forum: Forum
let first: Server
let second: Server
let admin: Member
let moderator: Member
let reader: Member
let post: PostFacts
let comment: string
beforeAll(async () => {
  forum = await startForum({ SITE_URL: origin, ABOUT_COMMUNITIES: 'birding' })
  first = await startServer(forum)
  second = await startServer(forum)
  admin = await forum.member('the_admin', { isAdmin: true })
  await forum.community('birding', admin)
  await forum.community('elsewhere', admin)
  moderator = await forum.moderator('mod_m', 'birding')
  reader = await forum.member('reader_r')
  post = await forum.post(reader, 'birding', { title: 'Wrens', body: 'See /birding and [this](/birding).' })
  comment = (await forum.comment(moderator, post, 'Seen one.')).id
  await moderator.post('/api/users/mod_m/lists/bookmarks/items', { targetType: 'comment', targetId: comment })
})
afterAll(async () => {
  for (const server of [first, second]) await server.close()
  await forum.close()
})

const get = (server: Server, who: Member | null, url: string, method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({ method, url, headers: { host: 'talk.example', ...who?.headers() } })
const rename = async (from: string, to: string) => {
  const url = `/api/_admin/communities/${from}/name?byName=true`
  const answer = await sendTo(first, admin, ['PUT', url, { name: to }])
  expect(answer.statusCode).toBe(200)
}

// [ACC-2-119]
describe('a community that is renamed', () => {
  const shown = () => [
    '/',
    '/all',
    '/communities',
    '/about',
    '/modlog',
    '/search?q=wrens',
    `/@reader_r`,
    '/api/_initial',
    '/api/posts?sort=latest',
    '/api/communities',
    `/api/posts/${post.publicId}`,
    `/api/posts/${post.publicId}?render=page`,
    `/api/posts/${post.publicId}/comments?limit=9`,
    '/api/users/reader_r/feed?limit=9',
    '/api/users/mod_m/feed?limit=9',
    '/api/users/mod_m/lists/bookmarks/items?limit=9',
    '/api/notifications',
    '/api/notifications?render=true&format=html',
    '/api/search?q=wrens',
    '/all.atom',
    '/@mod_m.atom',
    '/sitemap-pages.xml',
    '/sitemap-posts-0.xml',
  ]
  /** As names of communities: the text of the post has the old name, and Atom ids keep it. */
  const names = (body: string) =>
    body.match(/(?:"(?:communityName|name)":"|"\/|<category term="|example\/)(?:birding|Ornithology)\b/g)
  const viewers = () => [null, reader, moderator]

  it('has the new name everywhere at once, for guests and members, at every server', async () => {
    for (const server of [first, second])
      for (const who of viewers()) for (const url of shown()) await get(server, who, url)
    const before = await get(second, null, '/all')
    expect(before.body).toContain('href="/birding"')

    await rename('birding', 'Ornithology')
    // The notification of the database reaches the other server a moment later.
    await expect
      .poll(async () => (await get(second, null, '/communities')).body, { interval: 10 })
      .toContain('href="/Ornithology"')
    for (const [at, server] of [first, second].entries())
      for (const who of viewers())
        for (const url of shown()) {
          const { body } = await get(server, who, url)
          const where = `${url} of ${who?.username ?? 'guests'} at server ${at}`
          const withoutTexts = body.replaceAll(
            /<id>[^<]*<\/id>|<content[\s\S]*?<\/content>|See \/birding[^"]*|(?:href=)?\\?"\/birding\\?"/g,
            '',
          )
          expect(
            (names(withoutTexts) ?? []).filter((name) => name.endsWith('birding')),
            where,
          ).toEqual([])
        }
  })

  it.each([
    ['its page', '/birding', '/Ornithology'],
    ['its page in other letters', '/BIRDING', '/Ornithology'],
    ['its page with a query', '/birding?sort=latest', '/Ornithology?sort=latest'],
    ['its log', '/birding/modlog', '/Ornithology/modlog'],
    ['its log with a query', '/birding/modlog?action=pin', '/Ornithology/modlog?action=pin'],
    ['its tools', '/birding/modtools', '/Ornithology/modtools'],
    ['a screen of its tools', '/birding/modtools/reports', '/Ornithology/modtools/reports'],
    ['a post', '/birding/post/POST', '/Ornithology/post/POST'],
    ['a post with a query', '/birding/post/POST?sort=new', '/Ornithology/post/POST?sort=new'],
    ['a comment', '/birding/post/POST/COMMENT', '/Ornithology/post/POST/COMMENT'],
    ['its feed', '/birding.atom', `${origin}/Ornithology.atom`],
    ['its feed with a query', '/birding.atom?sort=hot', `${origin}/Ornithology.atom?sort=hot`],
    ['the feed of a post', '/birding/post/POST.atom', `${origin}/Ornithology/post/POST.atom`],
  ])('is found under its old name: %s moved for good', async (_what, old, now) => {
    const [from, to] = [old, now].map((url) => url.replace('POST', post.publicId).replace('COMMENT', comment))
    for (const who of old.includes('modtools') ? [moderator] : viewers())
      for (const method of ['GET', 'HEAD'] as const) {
        const answer = await get(second, who, from ?? '', method)
        expect([answer.statusCode, answer.headers.location]).toEqual([301, to])
        // A browser that kept it would not find the community if it took the name back.
        expect(answer.headers['cache-control']).toBe('no-store')
      }
  })

  it('keeps the ids of its posts and comments for feed readers', async () => {
    for (const feed of ['Ornithology', 'all', `Ornithology/post/${post.publicId}`]) {
      const { body } = await get(first, null, `/${feed}.atom`)
      expect(body).toContain(`<id>${origin}/birding/post/${post.publicId}`)
    }
  })

  it('is called by its new name on the About page, where the setting has the old one', async () => {
    expect((await get(first, null, '/about')).body).toContain('href="/Ornithology"')
  })

  it('does not hide that it is closed to a member who may not read it', async () => {
    const banned = await forum.member('banned_b')
    await sql`insert into community_bans (community_id, user_id, kind)
      select id, ${banned.id}, 'reading' from communities where name = 'Ornithology'`.execute(forum.db)
    for (const url of ['/birding', `/birding/post/${post.publicId}`, '/birding/modlog'])
      expect((await get(first, banned, url)).statusCode, url).toBe(403)
  })

  it('shows its tools under the old name to its moderators only', async () => {
    expect((await get(first, reader, '/birding/modtools')).statusCode).toBe(403)
  })

  it('is not betrayed to guests of a private forum', async () => {
    await changeSettings(admin, { privateForum: true })
    // The notification of the database reaches the server a moment later.
    await expect.poll(async () => (await get(first, null, '/never_there.atom')).statusCode).toBe(401)
    const answers = await Promise.all(
      ['/birding', '/never_there'].map(async (path) => [
        (await get(first, null, path)).headers.location?.replace(path.slice(1), 'NAME'),
        (await get(first, null, `${path}.atom`)).statusCode,
        (await get(first, null, `/api/communities${path}?byName=true`)).body,
      ]),
    )
    expect(answers[0]).toEqual(answers[1])
    await changeSettings(admin, { privateForum: false })
  })
})
