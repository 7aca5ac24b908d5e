import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { siteEndpoints } from '../../../contract/endpoints/site.ts'
import { staticPages } from '../../../contract/staticPages.ts'
import { type Call, describeAuthorization } from '../../../tests/support/authorization.ts'
import { type Forum, startForum } from '../../../tests/support/forum.ts'
import { describeRefusals } from '../../../tests/support/refusals.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum({
    SITE_NAME: 'Moss',
    SITE_URL: 'https://talk.example.org',
    CONTACT_EMAIL: 'desk@example.org',
    SOURCE_URL: 'https://code.example.org/moss',
  })
  await mkdir(join(forum.config.dataDir, 'pages'))
})
afterAll(() => forum.close())

const read = async (name: string, from: Forum = forum) =>
  (await (await from.guest()).get(`/api/_pages/${name}`)).json<{
    name: string
    title: string
    description: string
    html: string
  }>()
const write = (name: string, text: string) =>
  writeFile(join(forum.config.dataDir, 'pages', `${name}.md`), text)

describe('the static pages', () => {
  it.each(staticPages)('%s is built in and contains the facts of the site', async (name) => {
    const page = await read(name)
    expect(page).toMatchObject({ name, title: expect.stringMatching(/^\w/), description: /./ })
    expect(page.html).toContain('</h2>')
    expect(page.html).not.toMatch(/\{\{|<h1/)
    if (name !== 'markdown_guide') expect(page.html).toContain('Moss')
  })

  it('the About page links to the configured communities that exist, and to the contact', async () => {
    expect((await read('about')).html).not.toContain('Communities about this site')
    for (const name of ['discuitmeta', 'Diskette', 'elsewhere']) await forum.community(name)
    const { html } = await read('about')
    expect(html).toContain('Communities about this site')
    expect(html.match(/<a href="\/\w+" data-internal="">\/\w+<\/a>/g)).toEqual(
      ['Diskette', 'discuitmeta'].map((name) => `<a href="/${name}" data-internal="">/${name}</a>`),
    )
    expect(html).toContain('<a href="mailto:desk@example.org"')
    expect(html).toContain('<a href="https://code.example.org/moss"')
  })

  it('omit what the site has not configured', async () => {
    const silent = await startForum({ ABOUT_COMMUNITIES: 'off' })
    try {
      const { html } = await read('about', silent)
      expect(html).not.toMatch(/mailto:|source code|Communities about this site/)
      expect((await read('privacy-policy', silent)).html).not.toContain('mailto:')
    } finally {
      await silent.close()
    }
  })

  it('are also found by an alias', async () => {
    expect(await read('markdown-guide')).toEqual(await read('markdown_guide'))
  })

  it('can be replaced by files of the operator, which may change at any time', async () => {
    await write('terms', '# Our *own* terms\n\nOf {{siteName}}.\n\n## Main\n\n<b>Be</b> good.\n')
    expect(await read('terms')).toEqual({
      name: 'terms',
      title: 'Our own terms',
      description: 'Of Moss. Main Be good.',
      html:
        '<p>Of Moss.</p>\n<h2 id="main-2" class="md-heading md-heading-2">Main</h2>\n' + '<p>Be good.</p>\n',
    })
    await write('terms', 'No title.\n\n### Part\n\n### Part\n')
    expect(await read('terms')).toMatchObject({
      title: 'Moss',
      html: expect.stringContaining('<h3 id="part" class="md-heading md-heading-3">Part</h3>'),
    })
    expect((await read('terms')).html).toContain('<h3 id="part-2"')
  })
})

const call: Call = (who) => who.get('/api/_pages/about')
describe('permission to read them', () => {
  describeAuthorization({
    endpoints: siteEndpoints,
    table: `
                       guest  banned  member  author  elsewhere  moderator  admin
      getStaticPage      200     200     200     200        200        200    200
    `,
    calls: { getStaticPage: call },
  })
  describeRefusals(siteEndpoints, {
    getStaticPage: { staticPageNotFound: ({ member }) => member.get('/api/_pages/..%2F..%2Fetc') },
  })
})
