import { DomUtils, parseDocument } from 'htmlparser2'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withoutSpoilers } from '../contract/spoilers.ts'
import { sendApplicationMail } from '../server/features/applications/applicationMail.ts'
import type { Member } from './support/forum.ts'
import { readHtml } from './support/html.ts'
import { type MailServer, startMailServer } from './support/mailServer.ts'
import { markdownTree } from './support/markdownTrees.ts'
import { type ForumWithPages, startForumWithPages } from './support/pages.ts'
import { seededRandom } from './support/random.ts'

/*
 * What one previews is what is stored, and what readers get on rendered pages, in feeds and in mails: for texts with everything in
 * everything. server/features/commenting/preview.test.ts compares preview, storage and API for more texts.
 */

const origin = 'http://forum.example'
const posts = 6
const commentsEach = 6
/** Another seed finds other mistakes: SEED=7 npx vitest run tests/renderedTexts.test.ts */
const random = seededRandom(Number(process.env.SEED ?? 33))

interface Written {
  readonly source: string
  /** The HTML of the preview, with the ids of its footnotes as they are stored. */
  readonly html: string
  /** As its page and the API name it. */
  readonly id: string
  readonly page: string
  readonly pageOfPost: string
}

let server: MailServer
let forum: ForumWithPages
let member: Member
const written: Written[] = []

const withoutKey = (html: string, key: string) => html.replaceAll(`-${key}-`, '-')

async function preview(source: string): Promise<string | null> {
  const answer = await member.post('/api/_preview', { body: source })
  return answer.statusCode === 200 ? withoutKey(answer.json().html, 'preview') : null
}

beforeAll(async () => {
  server = await startMailServer()
  forum = await startForumWithPages(server.environment)
  member = await forum.member('tree_mary', { isAdmin: true, points: 100 })
  await forum.member('tree_bert')
  await forum.community('texts', member)
  for (let number = 0; number < posts; number += 1) {
    const source = markdownTree(random)
    const post = await forum.post(member, 'texts', { title: `Tree ${number}`, body: source })
    const pageOfPost = `/texts/post/${post.publicId}`
    written.push({
      source,
      html: (await preview(source)) ?? '',
      id: post.publicId,
      page: pageOfPost,
      pageOfPost,
    })
    for (let comment = 0; comment < commentsEach; comment += 1) {
      const body = markdownTree(random)
      const answer = await member.post(`/api/posts/${post.publicId}/comments`, { body })
      // A text in which nothing can be seen is refused.
      if (answer.statusCode !== 200) continue
      const { id } = answer.json()
      written.push({
        source: body,
        html: (await preview(body)) ?? '',
        id,
        page: `${pageOfPost}/${id}`,
        pageOfPost,
      })
    }
  }
}, 60_000)
afterAll(async () => {
  await forum.close()
  await server.close()
})

/** What a reader sees, without the space between blocks. */
const textIn = (html: string) =>
  DomUtils.textContent(parseDocument(html).children).replace(/\s+/g, ' ').trim()
const addressesIn = (html: string, base?: string) =>
  readHtml(html)
    .all('*')
    .flatMap(({ attribs: { href, src } }) => [href, src].filter((one) => one !== undefined))
    .map((address) => new URL(address, base).href)

it('the texts are varied', () => {
  expect(written.length).toBeGreaterThan((posts * commentsEach) / 2)
  const all = written.map(({ html }) => html).join('')
  for (const part of [
    '<table',
    '<pre',
    '<blockquote',
    '<ol',
    '<ul',
    'footnote',
    'spoiler',
    'dir="rtl"',
    '<s>',
  ])
    expect(all).toContain(part)
})

describe('rendered pages', () => {
  it('have the texts of posts and comments as they were previewed, for guests and members', async () => {
    for (const who of [undefined, member])
      for (const page of new Set(written.map(({ pageOfPost }) => pageOfPost))) {
        const { all } = await forum.read(page, who)
        const shown = all('div')
          .filter(({ attribs }) => /(?:^|\s)md(?:\s|$)/.test(attribs.class ?? ''))
          .map((element) => DomUtils.getInnerHTML(element))
        for (const { html, id, source } of written.filter(({ pageOfPost }) => pageOfPost === page)) {
          const expected = DomUtils.getInnerHTML(parseDocument(html))
          expect(
            shown.map((one) => withoutKey(one, id)),
            source,
          ).toContain(expected)
        }
      }
  })

  it('have each id once, and the target of each link to a footnote', async () => {
    for (const { pageOfPost } of written) {
      const { all } = await forum.read(pageOfPost)
      const ids = all('*').flatMap(({ attribs: { id } }) => (id === undefined ? [] : [id]))
      expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
      for (const { attribs } of all('a'))
        if (attribs.href?.startsWith('#')) expect(ids).toContain(attribs.href.slice(1))
    }
  })
})

describe('feeds', () => {
  it('have them with complete addresses, and without what spoilers hide', async () => {
    const guest = await forum.guest()
    const paths = [
      '/all.atom',
      '/texts.atom',
      '/@tree_mary.atom',
      ...new Set(written.map(({ pageOfPost }) => `${pageOfPost}.atom`)),
    ]
    const found = new Map<string, string>()
    for (const path of paths) {
      const { children } = parseDocument((await guest.get(path)).body, { xmlMode: true })
      for (const entry of DomUtils.getElementsByTagName('entry', children)) {
        const [page] = DomUtils.getElementsByTagName('link', entry, true)
        const [content] = DomUtils.getElementsByTagName('content', entry, true)
        const html = DomUtils.textContent(content ?? [])
        const address = page?.attribs.href?.replace(origin, '') ?? ''
        // The same everywhere.
        expect(found.get(address) ?? html, `${path} ${address}`).toBe(html)
        found.set(address, html)
      }
    }
    for (const { page, html, id, source } of written) {
      const inFeed = withoutKey(found.get(page) ?? '', id)
      const stored = withoutSpoilers(html)
      expect(textIn(inFeed), source).toBe(textIn(stored))
      const right = addressesIn(stored, `${origin}/`)
      // Without a base, only complete addresses can be read.
      expect(addressesIn(inFeed), source).toEqual(
        right.map((address) => address.replace(`${origin}/#`, `${origin}${page}#`)),
      )
    }
  })
})

describe('mails', () => {
  /** The parts of a mail that has only texts. */
  function partsOf(source: string): { plain: string; html: string } {
    const [, boundary = ''] = /boundary="([^"]+)"/.exec(source) ?? []
    const parts = source.split(`--${boundary}`).map((part) => {
      const [head = '', ...rest] = part.trimStart().split('\r\n\r\n')
      return { head, text: rest.join('\r\n\r\n') }
    })
    const textOf = (type: string) =>
      parts.find(({ head }) => head.includes(`text/${type}`))?.text.replaceAll('\r\n', '\n') ?? ''
    return { plain: textOf('plain'), html: textOf('html') }
  }

  it('quote a text as it was written, in both of their forms', async () => {
    await sql`delete from graphile_worker._private_jobs`.execute(forum.db)
    for (const [number, { source }] of written.filter((_one, at) => at % 3 === 0).entries()) {
      const text = source.trim()
      const email = `reader_${number}@mail.example`
      await sendApplicationMail(forum, { kind: 'asked', username: 'tree_bert', email, text })
      const { plain, html } = partsOf(server.mails.at(-1)?.source ?? '')
      expect(plain).toContain(text)
      const [quote] = readHtml(html).all('blockquote')
      expect(DomUtils.textContent(quote ?? [])).toBe(text)
    }
  })
})
