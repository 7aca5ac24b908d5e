import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderMarkdown } from '../markdown/render.ts'
import { countVisible, parseText, parseTitle } from './text.ts'

it.each([
  ['a zero-width space', '\u200b'],
  ['a word joiner between spaces', ' \u2060 '],
  ['a Hangul filler', '\u3164'],
  ['the empty Braille pattern', '\u2800'],
  ['a variation selector', '\ufe0f'],
  ['a tag', '\u{e0041}'],
  ['a control character', '\u0007'],
  ['a null notehead', '\u{1d159}'],
  ['an object replacement', '\ufffc'],
  ['an Egyptian blank', '\u{13441}'],
  ['a noncharacter', '\uffff'],
  ['an accent without a letter', '\u0301'],
  ['an accent after a space', ' \u0301'],
  ['an enclosing keycap without a key', '\u20e3'],
  ['a vowel sign without a consonant', '\u093f'],
  ['a mark on a Hangul filler', '\u115f\u{1cf00}'],
  ['an accent on a blank', '\ufffc\u0301\u2800\u0308'],
  ['a line break', '\r\n'],
])('%s is not a text', (_case, text) => {
  expect(countVisible(text)).toBe(0)
  expect(parseText(text.repeat(5), 10)).toBe('')
  expect(parseTitle(text.repeat(5), 10)).toBe('')
})

it.each(['👩‍👩‍👧', '❤️', 'नमस्ते', 'می‌خواهم', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'])('%s stays as it was written', (text) => {
  expect(countVisible(text)).toBeGreaterThan(0)
  expect(parseText(`\n${text} `, 20)).toBe(text)
  expect(parseTitle(` ${text} `, 20)).toBe(text)
})

it('a title loses characters that change the direction of its surroundings, a text keeps them', () => {
  expect(parseTitle('a\u202eb\u202cc\u2067d\u2069', 20)).toBe('abcd')
  expect(parseText('a\u202eb', 20)).toBe('a\u202eb')
})

/** Code points that show nothing on their own, whatever Unicode adds. */
const nothing = fc.oneof(
  fc
    .integer({ min: 0, max: 0x10ffff })
    .map((code) => String.fromCodePoint(code))
    .filter((one) =>
      /[\p{Cc}\p{Cf}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u.test(one),
    ),
  fc.constantFrom(
    '\u2800',
    '\ufffc',
    '\u{1d159}',
    '\u{13441}',
    '\u0301',
    '\u20dd',
    '\ufe0f',
    '\u200d',
    '\u00ad',
    ' ',
    '\t',
    '\u3000',
  ),
)

it('texts are cut between what readers see as characters', () => {
  for (const one of ['👩‍👩‍👧', '🇩🇪', 'e\u0301', '각'.normalize('NFD')]) {
    expect(parseTitle(`abc${one}`, 4)).toBe('abc')
    expect(parseText(`abc${one}d`, 4)).toBe('abc')
  }
  expect(parseTitle('abcde', 4)).toBe('abcd')
})

describe('a text of one line', () => {
  it('is empty if nothing in it is visible', () => {
    fc.assert(
      fc.property(fc.array(nothing), (characters) => {
        expect(countVisible(characters.join(''))).toBe(0)
        expect(parseTitle(characters.join(''), 300)).toBe('')
      }),
    )
  })

  it('has no line breaks, tabs or control characters, and keeps all that is visible', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('\n', '\r\n', '\t', '\u0001', '\u2028', '\u0085', '\u007f'),
        (text, control) => {
          const title = parseTitle(`${text}x${control}${control}y`, 10_000)
          expect(title).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
          expect(title).toMatch(/x y$/)
          expect(parseTitle(title, 10_000)).toBe(title)
        },
      ),
    )
  })
})

describe('a text', () => {
  const block = fc.constantFrom(
    '    int main() {',
    '\tint main() {',
    '\u3000\u3000段落',
    '\u00a0\u00a0word',
    '- a list',
    '     1. more',
    '> quote',
    '',
    '   ',
    '\t',
    'word  ',
    '```',
    '<b>',
    '\u2003x',
  )
  it('is shown as it is previewed', () => {
    fc.assert(
      fc.property(
        fc.array(block, { maxLength: 8 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        (lines, lineBreak) => {
          const text = lines.join(lineBreak)
          const stored = parseText(text, 10_000)
          // The last line of code may end with its line break.
          const shown = (source: string) => renderMarkdown(source).replace(/\s+<\/code>/g, '</code>')
          if (countVisible(text) > 0) expect(shown(stored)).toBe(shown(text))
          expect(parseText(stored, 10_000)).toBe(stored)
        },
      ),
    )
  })

  it.each([
    ['\n \n\t\n    code\n\nword\n\n ', '    code\n\nword'],
    ['\r\n\r\n\tcode', '\tcode'],
    ['\u3000段落\u3000', '\u3000段落'],
  ])('%j keeps the indentation of its first line', (text, stored) => {
    expect(parseText(text, 100)).toBe(stored)
  })
})
