import { tests as commonMarkExamples } from 'commonmark-spec'
import { describe, expect, it } from 'vitest'
import { gfmExamples } from './gfmExamples.ts'
import { renderMarkdown } from './render.ts'

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n)

/** The examples of CommonMark 0.31.2 that we render differently, by the rule that causes it. */
const otherwise: Record<string, number[]> = {
  'HTML blocks are no blocks: their tags are skipped and the text between is formatted': range(148, 191),
  'raw HTML inside paragraphs is skipped': [
    21, 31, 201, 344, 475, 476, 477, 491, 494, 524, 536, 613, 614, 615, 616, 617, 623, 625, 626, 627, 628,
    629, 630, 631, 642, 643,
  ],
  'only a plain name of a language becomes a class': [34, 144],
  'only six schemes may be linked': [500, 598, 599, 601],
  'bare addresses are linked, as GitHub does': [602, 608, 611, 612],
  'an image in a link is text, since links cannot hold links': [517, 531],
}

const skipped = new Set(Object.values(otherwise).flat())
const shownAsText = '<a href="$1"$3>$2</a>'

/** Links of the specification as ours: from the root of the site, and to parts of the document as their text. */
const withOwnPaths = (html: string) =>
  html
    .replace(/<a href="(?:#[^"]*)?"[^>]*>(.*?)<\/a>/gs, '$1')
    .replace(/(<a href=")([^"]*)/g, (_all, before, address: string) => {
      if (/^[a-z]+:/i.test(address)) return before + address
      const { pathname, search, hash } = new URL(address.replaceAll('&amp;', '&'), 'https://forum.example')
      return before + (pathname + search + hash).replaceAll('&', '&amp;')
    })

/** Our HTML without what we add: links of names (names.test.ts), colours of code (codeColors.test.ts), attributes for safety and accessibility (render.test.ts). */
function plain(html: string): string {
  return html
    .replace(/<a href="(\/@?\w+)" data-internal="">\1<\/a>/g, '$1')
    .replace(/<p class="md-heading md-heading-(\d)"><strong>(.*?)<\/strong><\/p>/gs, '<h$1>$2</h$1>')
    .replace(/<a (href="[^"]*")[^>]*?( title="[^"]*")?>/g, '<a $1$2>')
    .replace(/<\/?span[^>]*>/g, '')
    .replaceAll('<pre tabindex="0">', '<pre>')
    .replaceAll('<blockquote></blockquote>', '<blockquote>\n</blockquote>')
    .replace(/<div class="md-table"[^>]*>\n(.*?)<\/div>\n/gs, '$1')
    .replace(/ class="md-(left|center|right)"/g, ' align="$1"')
    .replaceAll(' class="md-task"', '')
    .replace(
      /<input type="checkbox" disabled="" aria-label="[^"]*"( checked="")?>/g,
      '<input$1 disabled="" type="checkbox">',
    )
    .replace(/<(\/?)s>/g, '<$1del>')
}

/** The HTML of the specification with our differences: images as links, no comments, no empty headings. */
function restricted(html: string): string {
  const linked = html
    .replace(/<img src="([^"]*)" alt="([^"]+)"( title="[^"]*")? \/>/g, shownAsText)
    .replace(/<img src="([^"]*)" alt="()"( title="[^"]*")? \/>/g, '<a href="$1"$3>$1</a>')
    .replace(/<a href="(\/@?\w+)">\1<\/a>/g, '$1')
    .replace(/ \/>/g, '>')
    .replace(/<h(\d)><\/h\d>\n/g, '')
    .replace(/<!-- -->\n/g, '')
  return withOwnPaths(linked)
}

/** The specification writes tabs as arrows. */
const expanded = (text: string) => text.replaceAll('→', '\t')

const shown = ({ markdown }: { markdown: string }) => plain(renderMarkdown(expanded(markdown)))

describe('CommonMark', () => {
  const examples = commonMarkExamples.filter(({ number }) => !skipped.has(number))

  it.each(examples)('example $number, $section', (example) => {
    expect(shown(example)).toBe(restricted(expanded(example.html)))
  })

  it('differs in exactly the examples listed here', () => {
    const differing = commonMarkExamples.filter(
      (example) => shown(example) !== restricted(expanded(example.html)),
    )
    expect(differing.map(({ number }) => number)).toEqual([...skipped].sort((a, b) => a - b))
  })
})

describe('GitHub Flavored Markdown', () => {
  it.each(gfmExamples)('%s: %j', (_section, markdown, html) => {
    expect(plain(renderMarkdown(markdown))).toBe(html)
  })
})
