import { beforeAll, describe, expect, it } from 'vitest'
import { parseConfig } from '../../server/config.ts'
import { apiDocument, introductionFor } from '../../server/features/apiDocs/document.ts'
import { renderStaticPage } from '../../server/platform/markdown/page.ts'
import { renderer } from '../../web/entry-server.tsx'
import recorded from '../apiExamples/examples.json?raw'

const config = { ...parseConfig({ SITE_URL: 'https://forum.example' }), siteName: 'Moss & Fern' }
const document = apiDocument(config, JSON.parse(recorded))
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

let html: string
/** The HTML of an operation or object, up to the next one. */
const partOf = (id: string) => new RegExp(`<article id="${id}".*?</article>`, 's').exec(html)?.[0] ?? ''
const textOf = (part: string) => part.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

beforeAll(async () => {
  html = await renderer.renderApiDocs(
    {
      site: {
        name: 'Moss & Fern',
        description: '',
        origin: 'https://forum.example',
        contactEmail: '',
        sourceUrl: '',
        docsUrl: '',
        footerPages: [],
      },
      assetsFor: (page) => ({ entry: '/assets/entry.js', preloads: [], styles: [`/assets/${page}.css`] }),
    },
    {
      document,
      introduction: renderStaticPage(introductionFor(config, 'https://forum.example'), config).html,
    },
  )
})

describe('the page about the API', () => {
  it('has an anchor for every call and every object, to which its links lead', () => {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    expect(ids).toEqual(expect.arrayContaining(operations.map(({ operationId }) => operationId)))
    expect(ids).toEqual(
      expect.arrayContaining(Object.keys(document.components.schemas).map((name) => `object-${name}`)),
    )
    const links = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, id = '']) => id)
    expect(links.filter((id) => !ids.includes(id))).toEqual([])
    expect(links.length).toBeGreaterThan(500)
  })

  it('contains everything from the description of a call', () => {
    const text = textOf(partOf('createPost'))
    for (const words of [
      'post /api/posts Creates a post, and upvotes it for its author. Needs a login. Needs a confirmed email address where the site wants one.',
      'At most 1 in 10 seconds and 70 in 24 hours, each member',
      'type text | image | link optional What kind of post it is. By default text .',
      'title string At least 3 visible characters, in one line: line breaks, tabs and other control characters become spaces. Longer texts are cut at 255 characters.',
      '200 Done. Post',
      '400 post/title-too-short Title too short.',
      'Example: A text post as wren curl -s -b cookies.txt -H &quot;X-Csrf-Token: $TOKEN&quot;',
      '&quot;title&quot;: &quot;First swift of the year&quot;',
    ])
      expect(text.toLowerCase()).toContain(words.toLowerCase())
    expect(textOf(partOf('listPosts'))).toContain('limit integer, 1 to 50')
    expect(textOf(partOf('listComments'))).toContain('array of Comment')
    expect(textOf(partOf('object-Comment'))).toContain('author Author optional')
  })

  it('has no heading without one of the level above', () => {
    const levels = [...html.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([])
  })

  it('needs no JavaScript, and only our own styles', () => {
    expect(html).toContain('<title>API · Moss &amp; Fern</title>')
    expect(html).toContain('<link rel="canonical" href="https://forum.example/api/docs">')
    expect(html).toContain('href="/assets/web/pages/apidocs/ApiDocsPage.tsx.css"')
    expect(html).not.toMatch(/<script[^>]+src=| style="|<button/)
    // Examples are opened by the browser itself.
    expect(partOf('listPosts')).toMatch(/<details[^>]*><summary[^>]*>Example: The newest of a community/)
    expect(partOf('listPosts')).toContain('&quot;publicId&quot;')
  })
})
