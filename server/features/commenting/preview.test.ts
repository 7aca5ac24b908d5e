import { tests as commonMarkExamples } from 'commonmark-spec'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wireId } from '../../../contract/ids.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { hostileTexts } from '../../../tests/support/hostileTexts.ts'
import { forReaders } from '../../core/atom/content.ts'

let forum: Forum
let member: Member
beforeAll(async () => {
  forum = await startForum({ SITE_URL: 'https://forum.example' })
  member = await forum.member('mo_member', { points: 100 })
  await forum.community('texts')
})
afterAll(() => forum.close())

const ownTexts = [
  '    int main() {\n    }\n\nA program.',
  '\n \n\t* tab\n\n',
  '\u3000段落\u00a0\n\n```\nopen\n\n\n',
  'a  \n\n\n',
  '[rules](about) [query](?sort=latest) [top](#top) [host](//a.example) https://forum.example/texts',
  'https://a.example/%E2%80%AEgnp.exe http://xn--80ak6aa92e.com https://user:pw@a.example/',
  'https://a.example/x\n\nעברית!\n\n@bert תודה!',
  'one[^1] two[^2]\n\n[^1]: three\n\n[^2]: four\n\n    five',
  '>! hidden\n\n>!line!<\n\n**真，**她 a<br>b',
  'x'.repeat(25_000),
]
const texts = [
  ...ownTexts,
  ...hostileTexts,
  ...commonMarkExamples
    .filter((_example, at) => at % 4 === 0)
    .map(({ markdown }) => markdown.replaceAll('→', '\t')),
]

const without = (html: string, key: string) => html.replaceAll(`-${key}-`, '-')

it('what one previews is what is stored, and shown on the page, in the API and in feeds', async () => {
  const { publicId } = await forum.post(member, 'texts', { body: '' })
  let compared = 0
  for (const body of texts) {
    const preview = without((await member.post('/api/_preview', { body })).json().html, 'preview')
    const answer = await member.post(`/api/posts/${publicId}/comments?render=page`, { body })
    // A text in which nothing can be seen is refused.
    if (answer.statusCode !== 200) continue
    const { id, bodyHtml } = answer.json()
    expect(without(bodyHtml, id), body).toBe(preview)
    const stored = await forum.db
      .selectFrom('comments')
      .where('body_html', 'is not', null)
      .orderBy('id', 'desc')
      .limit(1)
      .select(['id', 'body_html as html'])
      .executeTakeFirstOrThrow()
    expect(wireId('comment', stored.id)).toBe(id)
    expect(stored.html, body).toBe(preview)
    const read = (await member.get(`/api/comments/${id}?render=page`)).json()
    expect(read.bodyHtml, body).toBe(bodyHtml)
    const page = `https://forum.example/texts/post/${publicId}/${id}`
    const inFeed = forReaders(bodyHtml, { origin: 'https://forum.example', page })
    expect(inFeed.match(/\shref="(?!https?:|mailto:|ircs?:|xmpp:)[^"]*"/gi), body).toBeNull()
    compared += 1
  }
  expect(compared).toBeGreaterThan(200)
})

it('a text has ids of its own on a page where it stands twice', async () => {
  const body = 'one[^1]\n\n[^1]: two'
  const post = await forum.post(member, 'texts', { body })
  await forum.comment(member, post, body)
  await forum.comment(member, post, body)
  const shown = (await member.get(`/api/posts/${post.publicId}?render=page`)).json()
  const preview = (await member.post('/api/_preview', { body })).json().html
  const htmls = [
    shown.bodyHtml,
    ...shown.comments.map(({ bodyHtml }: { bodyHtml: string }) => bodyHtml),
    preview,
  ]
  const ids = htmls.flatMap((html: string) => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))
  expect(ids).toHaveLength(8)
  expect(new Set(ids).size).toBe(8)
  for (const html of htmls)
    for (const [, target] of html.matchAll(/href="#([^"]*)"/g)) expect(html).toContain(` id="${target}"`)
})
