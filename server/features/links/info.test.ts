import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { type Elsewhere, startElsewhere } from '../../../tests/support/elsewhere.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'

let elsewhere: Elsewhere
let forum: Forum
let member: Member
let release: () => void
const waiting: (() => void)[] = []

beforeAll(async () => {
  elsewhere = await startElsewhere((request, response) => {
    if (request.url === '/page')
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<meta property="og:title" content="Swifts &amp; swallows">')
    else if (request.url === '/picture') response.writeHead(200, { 'content-type': 'image/png' }).end('…')
    else if (request.url === '/slow') {
      waiting.push(() =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<title>At last</title>'),
      )
      release()
    } else response.writeHead(404).end()
  })
  forum = await startForum({
    LINK_PORTS: `80, ${elsewhere.port}`,
    LINK_ALLOWED_NETWORKS: '127.0.0.2/32',
    SITE_URL: 'https://talk.example/',
  })
  member = await forum.member('wren_writes')
})
afterAll(async () => {
  await forum.close()
  await elsewhere.close()
})

const ask = (url: string, who: Pick<Member, 'get'> = member) =>
  who.get(`/api/_link_info?url=${encodeURIComponent(url)}`)

describe('[CORE-7-022] requesting the title of a page', () => {
  it('answers with it', async () => {
    const answer = await ask(`${elsewhere.origin}/page`)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ title: 'Swifts & swallows' })
    expect(elsewhere.requests.at(-1)?.headers['user-agent']).toBe(
      'Folkmoot/1.0 (link preview; +https://talk.example/)',
    )
  })

  it('parses the URL as a post does', async () => {
    expect((await ask(` ${elsewhere.origin.replace('http:', '')}/page `)).json()).toEqual({
      title: 'Swifts & swallows',
    })
  })

  it('answers with an empty one for anything but an HTML page', async () => {
    expect((await ask(`${elsewhere.origin}/picture`)).json()).toEqual({ title: '' })
  })

  it.each([
    ['none', ''],
    ['no address', 'just words'],
    ['another scheme', 'javascript:alert(1)'],
    ['the inside of the network', 'http://127.0.0.1/'],
    ['the metadata of a cloud', 'http://169.254.169.254/latest/meta-data/'],
    ['another port', 'http://127.0.0.2:22/'],
  ])('refuses %s', async (_case, url) => {
    const answer = await ask(url)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: errors.invalidUrl.code })
  })

  it('refuses a page that cannot be fetched, and a missing URL', async () => {
    expect((await ask(`${elsewhere.origin}/missing`)).json()).toMatchObject({ code: 'invalid-url' })
    expect((await member.get('/api/_link_info')).json()).toMatchObject({ code: 'invalid-url' })
  })

  it('is for members', async () => {
    const before = elsewhere.requests.length
    expect((await ask(`${elsewhere.origin}/page`, await forum.guest())).statusCode).toBe(401)
    expect(elsewhere.requests.length).toBe(before)
  })

  it('holds at most two connections per member', async () => {
    const answers = [ask(`${elsewhere.origin}/slow`), ask(`${elsewhere.origin}/slow`)]
    await new Promise<void>((resolve) => {
      release = () => waiting.length === 2 && resolve()
    })
    const other = await forum.member('robin_reads')
    expect((await ask(`${elsewhere.origin}/page`)).statusCode).toBe(429)
    expect((await ask(`${elsewhere.origin}/page`, other)).statusCode).toBe(200)
    for (const answer of waiting.splice(0)) answer()
    for (const answer of answers) expect((await answer).json()).toEqual({ title: 'At last' })
    expect((await ask(`${elsewhere.origin}/page`)).statusCode).toBe(200)
  })
})

describe('with LINK_PREVIEWS=off', () => {
  it('nothing is fetched and the title stays empty', async () => {
    const quiet = await startForum({
      LINK_PREVIEWS: 'off',
      LINK_PORTS: `${elsewhere.port}`,
      LINK_ALLOWED_NETWORKS: '127.0.0.2/32',
    })
    const before = elsewhere.requests.length
    const asker = await quiet.member('wren_writes')
    expect((await ask(`${elsewhere.origin}/page`, asker)).json()).toEqual({ title: '' })
    expect((await ask('javascript:alert(1)', asker)).statusCode).toBe(400)
    expect(elsewhere.requests.length).toBe(before)
    await quiet.close()
  })
})
