import { describe, expect, it } from 'vitest'
import { withoutSpoilers } from '../../../contract/spoilers.ts'
import { excerptOf } from './excerpt.ts'
import { renderMarkdown } from './render.ts'

/** Each block of the text with its direction, where it is stated. */
const directionsIn = (source: string) =>
  [...renderMarkdown(source).matchAll(/<(\w+)[^>]*?(?: dir="(\w+)")[^>]*>/g)].map(
    ([, element, direction]) => `${element} ${direction}`,
  )

describe('the direction of a block', () => {
  it.each([
    ['a paragraph', 'English.\n\nעברית!\n\nEnglish.', ['p rtl']],
    ['a heading', '# עברית', ['p rtl']],
    ['Arabic', 'مرحبا', ['p rtl']],
    ['Syriac', 'ܫܠܡܐ', ['p rtl']],
    ['a letter written as an entity', '&#1488;', ['p rtl']],
    ['digits and punctuation first', '1. (2) – "עברית"\n\n- 3 עברית', ['ol rtl', 'ul rtl']],
    ['emphasis first', '**עברית** a', ['p rtl']],
    ['a list with its items', '- עברית\n- English', ['ul rtl', 'li ltr']],
    ['a list whose later items differ', '- English\n- עברית\n\n  English', ['li rtl', 'p ltr']],
    ['a quote', '> עברית\n>\n> English', ['blockquote rtl', 'p ltr']],
    ['a table with its cells', '| א | b |\n|-|-|\n| c | ד |', ['table rtl', 'th ltr', 'td ltr']],
    ['a spoiler', '>! עברית', ['details rtl']],
    ['footnotes', 'a[^1] b[^2]\n\n[^1]: עברית\n\n[^2]: c', ['ol rtl', 'li ltr']],
    [
      'code, which is always from left to right',
      '> עברית\n>\n> ~~~\n> א\n> ~~~',
      ['blockquote rtl', 'pre ltr'],
    ],
    ['code alone', '```\nעברית\n```', []],
  ])('is that of its first letter: %s', (_what, source, directions) => {
    expect(directionsIn(source)).toEqual(directions)
  })

  it.each([
    ['a name', '@bert תודה!', ['p rtl', 'a ltr']],
    ['two names', '@bert @anna תודה!', ['p rtl', 'a ltr', 'a ltr']],
    ['a community', '/Lab תודה!', ['p rtl', 'a ltr']],
    ['a URL', 'https://a.example/x תודה!', ['p rtl', 'a ltr']],
    ['a URL in brackets', '<https://a.example/x> תודה!', ['p rtl', 'a ltr']],
    ['an email address', 'me@a.example תודה!', ['p rtl', 'a ltr']],
    ['code', '`x` תודה!', ['p rtl', 'code ltr']],
    ['a link in words, which count', '[English](/x) תודה!', ['a ltr']],
    ['a name among English words', 'Thank you @bert, תודה', ['a ltr']],
  ])('does not depend on %s', (_what, source, directions) => {
    expect(directionsIn(source)).toEqual(directions)
  })

  it('is stated of text that is not formatted', () => {
    expect(renderMarkdown(`@bert תודה\n\nEnglish${' '.repeat(84_001)}`)).toContain(
      '<p dir="rtl">@bert תודה</p>\n<p>English',
    )
  })

  it('adds nothing to other languages', () => {
    const source = '# Привет\n\n- 日本語 @bert https://a.example\n\n> ελληνικά `x`\n\n|a|b|\n|-|-|\n\n>! c'
    expect(renderMarkdown(source)).not.toContain('dir=')
  })

  it('does not uncover a spoiler in feeds', () => {
    expect(withoutSpoilers(renderMarkdown('a\n\n>! סוד\n\nb'))).not.toContain('סוד')
  })
})

it('names and URLs do not decide about a line of an excerpt', () => {
  expect(excerptOf('@bert תודה\n\nsee https://a.example/x')).toBe(
    '\u2068@bert\u2069 תודה\nsee https://a.example/x',
  )
  expect(excerptOf(`${'א'.repeat(20)} @bert @anna`, 30).length).toBeLessThanOrEqual(30)
})
