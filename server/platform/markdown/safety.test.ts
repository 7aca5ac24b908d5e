import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forbiddenIn } from '../../../tests/support/allowedHtml.ts'
import { hostileTexts as attacks } from '../../../tests/support/hostileTexts.ts'
import { renderMarkdown } from './render.ts'

const fragments = [
  '[',
  ']',
  '(',
  ')',
  '![',
  '](',
  '<',
  '>',
  '<!--',
  '-->',
  '</a>',
  '<b>',
  '"',
  "'",
  '`',
  '```',
  '*',
  '**',
  '_',
  '~~',
  '~',
  '\\',
  '&',
  '&#',
  ';',
  '&colon;',
  'javascript:',
  'data:',
  'http://',
  'https://a.b/',
  '//',
  '/',
  'www.',
  'a@b.c',
  '@rio',
  '@_rio_',
  ' /name',
  '|',
  '|-|',
  '\n',
  '\n\n',
  '# ',
  '> ',
  '>!',
  '[^a]',
  '\n[^a]: ',
  '```js\n',
  '!<',
  '\n>! ',
  '- ',
  '- [ ] ',
  '1. ',
  '    ',
  '\t',
  '\0',
  '\ud800',
  '\r',
  'a',
  ' ',
  '=',
  ':',
  '[a]: ',
  'onclick=',
  'ü',
  '\u202e',
]

const anyMarkdown = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ maxLength: 3 })), { maxLength: 60 })
    .map((parts) => parts.join('')),
  fc.array(fc.constantFrom(...attacks), { maxLength: 4 }).map((parts) => parts.join('')),
)

describe('rendered Markdown is safe', () => {
  it.each(attacks)('[CORE-5-035] [CORE-5-036] %j becomes nothing but our own elements', (attack) => {
    expect(forbiddenIn(renderMarkdown(attack, { siteHosts: ['forum.example'] }))).toEqual([])
    expect(forbiddenIn(renderMarkdown(attack, { noLinks: true }))).toEqual([])
  })

  it('whatever is written', () => {
    fc.assert(
      fc.property(anyMarkdown, (text) => {
        expect(forbiddenIn(renderMarkdown(text, { siteHosts: ['forum.example'] }))).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  it('has no link at all under noLinks, whatever is written', () => {
    fc.assert(fc.property(anyMarkdown, (text) => !/<a[ >]/.test(renderMarkdown(text, { noLinks: true }))))
  })

  it('and the same text gives the same HTML every time', () => {
    fc.assert(
      fc.property(anyMarkdown, (text) => {
        const [first, second] = [renderMarkdown(text), renderMarkdown(text)]
        expect(second).toBe(first)
      }),
    )
  })
})

describe('the check itself', () => {
  it.each([
    '<script>',
    '<p onclick="x">a</p>',
    '<a href="javascript:x">a</a>',
    '<a href="https://a.b">a</a>',
    '<a href="//a.b">a</a>',
    '<a href="a"><a href="b">c</a></a>',
    '<p>a',
    '</p>',
    '<p class="x">a</p>',
    '<p class=x>a</p>',
    'a > b',
    'a & b',
    '<!-- a -->',
  ])('finds fault with %s', (html) => {
    expect(forbiddenIn(html)).not.toEqual([])
  })
})
