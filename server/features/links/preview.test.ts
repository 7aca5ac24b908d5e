import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Post } from '../../../contract/entities/post.ts'
import { type Elsewhere, startElsewhere } from '../../../tests/support/elsewhere.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { startJobs } from '../../platform/jobs/queue.ts'
import { tasks } from '../../tasks.ts'
import { fetchLinkPreview } from './preview.ts'

let elsewhere: Elsewhere
let forum: Forum
let author: Member
let picture: Buffer
let whenAsked: (path: string) => Promise<void> | void

const html = (head: string) => ({ type: 'text/html; charset=utf-8', body: `<head>${head}</head>` })
const image = (path: string) => html(`<meta property="og:image" content="${path}">`)

beforeAll(async () => {
  const drawn = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: 'rgb(10,200,30)' } })
  picture = await drawn(1600).png().toBuffer()
  const answers: Record<string, { type: string; body: string | Buffer }> = {
    '/page': image('picture?wide&amp;high'),
    '/no-picture': html('<title>Words</title>'),
    '/no-such-picture': image('/missing'),
    '/words-as-picture': image('/words'),
    '/vector-as-picture': image('/vector'),
    '/inside-as-picture': image('http://127.0.0.1/picture'),
    '/words': { type: 'image/png', body: 'no picture at all' },
    '/vector': {
      type: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    },
    '/picture?wide&high': { type: 'image/png', body: picture },
    '/several': html(
      ['/missing', '/dot.gif', '/words', '/vector', 'http://127.0.0.1/picture', '/picture?wide&high']
        .slice(1)
        .map((path) => `<meta property="og:image" content="${path.replace('&', '&amp;')}">`)
        .join(''),
    ),
    '/busy-picture': html(
      '<meta property=og:image content=/overloaded><meta property=og:image content=/missing>',
    ),
    '/busy-and-there': html(
      '<meta property=og:image content=/overloaded><meta property=og:image content=/unnamed>',
    ),
    '/for-twitter': html(
      '<link rel="image_src" href="/dot.gif"><meta name="twitter:image" content="/unnamed">',
    ),
    '/in-its-body': { type: 'text/html', body: `</head><body>${image('/unnamed').body}` },
    '/pixel': image('/dot.gif'),
    '/dot.gif': { type: 'image/gif', body: await drawn(1).gif().toBuffer() },
    '/banner-icon': image('/icon.png'),
    '/icon.png': { type: 'image/png', body: await drawn(16).png().toBuffer() },
    '/animation.gif': { type: 'image/gif', body: await drawn(1600).gif().toBuffer() },
    '/photo': { type: 'image/avif', body: await drawn(1600).avif().toBuffer() },
    '/photo.avif': { type: 'application/octet-stream', body: await drawn(1600).avif().toBuffer() },
    '/odd-type': { type: 'image/jpg', body: await drawn(1600).jpeg().toBuffer() },
    '/unnamed': { type: 'image/webp', body: picture },
    '/named.JPG?size=1': { type: 'application/octet-stream', body: picture },
    '/untyped': { type: '', body: picture },
    '/untyped-words': { type: '', body: 'no picture at all' },
    '/program': { type: 'application/octet-stream', body: picture },
  }
  elsewhere = await startElsewhere(async (request, response) => {
    await whenAsked(request.url ?? '')
    const answer = answers[request.url ?? '']
    if (request.url === '/overloaded') response.writeHead(503).end()
    else if (!answer) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': answer.type }).end(answer.body)
  })
  forum = await startForum({
    LINK_PORTS: `80,${elsewhere.port}`,
    LINK_ALLOWED_NETWORKS: '127.0.0.2/32',
  })
  author = await forum.member('wren_writes')
  await forum.community('birding')
})
afterAll(async () => {
  await forum.close()
  await elsewhere.close()
})
beforeEach(() => {
  whenAsked = () => {}
})

/** A post with that link, whose job is not left to the queue. */
async function postOf(path: string): Promise<PostFacts> {
  const post = await forum.post(author, 'birding', { type: 'link', url: elsewhere.origin + path })
  await forgetJobs()
  return post
}
const forgetJobs = () => sql`delete from graphile_worker._private_jobs`.execute(forum.db)
const perform = (payload: object, services: Partial<Forum> = {}) =>
  fetchLinkPreview({ ...forum, ...services }, payload, new AbortController().signal)
const fetchFor = (post: PostFacts) => perform({ postId: post.id })

const imageOf = async (post: PostFacts) =>
  (await author.get(`/api/posts/${post.publicId}`)).json<Post>().link?.image
const linkImageId = async (post: PostFacts) =>
  (
    await forum.db
      .selectFrom('posts')
      .select('link_image_id')
      .where('id', '=', post.id)
      .executeTakeFirstOrThrow()
  ).link_image_id
const waitingJobs = async () =>
  (
    await sql<{ payload: unknown; minutes: number }>`
      select payload, round(extract(epoch from run_at - now()) / 60)::integer as minutes
      from graphile_worker._private_jobs`.execute(forum.db)
  ).rows
const countImages = async () =>
  Number(
    (await forum.db.selectFrom('images').select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow()).n,
  )

describe('[CORE-3-015] the picture of a link post', () => {
  it.each([
    ['what its page names', '/page'],
    ['the link itself, if its type says picture', '/unnamed'],
    ['the link itself, if its name says picture', '/named.JPG?size=1'],
    ['the first of several that can be used', '/several'],
    ['what its page names for Twitter', '/for-twitter'],
    ['what its page names in the body', '/in-its-body'],
    ['the link itself, a GIF', '/animation.gif'],
    ['the link itself, an AVIF', '/photo'],
    ['the link itself, if its name says AVIF', '/photo.avif'],
    ['the link itself, if its type is another name', '/odd-type'],
    ['the link itself, if it has no type', '/untyped'],
  ])('is %s, in a box of 1280 by 720', async (_case, path) => {
    const post = await postOf(path)
    await fetchFor(post)
    const found = await imageOf(post)
    expect(found).toMatchObject({
      width: 1280,
      height: 720,
      copies: [{ name: 'tiny' }, { name: 'desktop' }, { name: 'mobile' }],
    })
    const [red = 0, green = 0, blue = 0] = found?.averageColor.match(/\d+/g)?.map(Number) ?? []
    expect([Math.abs(red - 10) < 4, Math.abs(green - 200) < 4, Math.abs(blue - 30) < 4]).not.toContain(false)
  })

  it.each([
    ['names none', '/no-picture'],
    ['is gone', '/gone'],
    ['names one that is gone', '/no-such-picture'],
    ['names one that is none', '/words-as-picture'],
    ['names a drawing that could run programs', '/vector-as-picture'],
    ['names one inside the network', '/inside-as-picture'],
    ['names a dot', '/pixel'],
    ['names an icon', '/banner-icon'],
    ['is a dot', '/dot.gif'],
    ['is neither a page nor a picture', '/program'],
    ['has no type and is not a picture', '/untyped-words'],
  ])('is missing when what it links to %s, and nobody tries again', async (_case, path) => {
    const post = await postOf(path)
    await fetchFor(post)
    expect(await imageOf(post)).toBeNull()
    expect(await waitingJobs()).toEqual([])
  })

  it('is retried minutes later after a temporary failure, at most twice', async () => {
    const post = await postOf('/overloaded')
    await fetchFor(post)
    const postId = stored(post.id)
    const second = { postId, attempt: 2 }
    expect(await waitingJobs()).toEqual([{ payload: second, minutes: 5 }])
    await forgetJobs()
    await perform(second)
    expect(await waitingJobs()).toEqual([{ payload: { postId, attempt: 3 }, minutes: 5 }])
    await forgetJobs()
    await perform({ postId, attempt: 3 })
    expect(await waitingJobs()).toEqual([])
  })

  it('is retried when one of several may come later, unless another can be used', async () => {
    const [waits, found] = [await postOf('/busy-picture'), await postOf('/busy-and-there')]
    await fetchFor(found)
    expect(await imageOf(found)).toMatchObject({ width: 1280 })
    expect(await waitingJobs()).toEqual([])
    await fetchFor(waits)
    expect(await waitingJobs()).toMatchObject([{ payload: { attempt: 2 } }])
    await forgetJobs()
  })

  it('is fetched once, also when the job runs twice', async () => {
    const post = await postOf('/page')
    await fetchFor(post)
    const [requests, first] = [elsewhere.requests.length, await linkImageId(post)]
    await fetchFor(post)
    expect(elsewhere.requests.length).toBe(requests)
    expect(await linkImageId(post)).toBe(first)
  })

  it.each([
    ['lost its content', sql`content_deleted_at = now(), content_deleted_as = 'normal'`],
    ['got another link', sql`link_url = 'https://example.org/'`],
  ])('is not put to a post that has meanwhile %s', async (_case, change) => {
    const post = await postOf('/page')
    whenAsked = async (path) => {
      if (path.startsWith('/picture'))
        await sql`update posts set ${change} where id = ${post.id}`.execute(forum.db)
    }
    const before = await countImages()
    await fetchFor(post)
    expect(await linkImageId(post)).toBeNull()
    expect(await countImages()).toBe(before + 1)
    const { rows } = await sql`select is_used from images order by id desc limit 1`.execute(forum.db)
    // Nothing shows it, so it is deleted with other unused images.
    expect(rows).toEqual([{ is_used: false }])
  })

  it('is not fetched if the post does not exist or has no content any more', async () => {
    const post = await postOf('/page')
    await sql`update posts set content_deleted_at = now(), content_deleted_as = 'normal'
      where id = ${post.id}`.execute(forum.db)
    const requests = elsewhere.requests.length
    await fetchFor(post)
    await perform({ postId: '999999999' })
    expect(elsewhere.requests.length).toBe(requests)
  })

  it('is not fetched with LINK_PREVIEWS=off', async () => {
    const post = await postOf('/page')
    const requests = elsewhere.requests.length
    await perform({ postId: post.id }, { settings: { ...forum.settings, linkPreviews: false } })
    expect(elsewhere.requests.length).toBe(requests)
  })

  it('is added by a job after the post', async () => {
    const post = await forum.post(author, 'birding', { type: 'link', url: `${elsewhere.origin}/page` })
    const jobs = await startJobs(forum.connection, forum, tasks, () => {})
    await expect.poll(() => imageOf(post)).toMatchObject({ width: 1280 })
    await jobs.stop()
  })
})
