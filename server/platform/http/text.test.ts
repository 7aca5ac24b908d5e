import { expect, it } from 'vitest'
import { countVisible, parseText, parseTitle } from './text.ts'

it.each([
  ['a zero-width space', '\u200b'],
  ['a word joiner between spaces', ' \u2060 '],
  ['a Hangul filler', '\u3164'],
  ['the empty Braille pattern', '\u2800'],
  ['a variation selector', '\ufe0f'],
  ['a tag', '\u{e0041}'],
  ['a control character', '\u0007'],
])('%s is no text', (_case, text) => {
  expect(countVisible(text)).toBe(0)
  expect(parseText(text.repeat(5), 10)).toBe('')
  expect(parseTitle(text.repeat(5), 10)).toBe('')
})

it.each(['👩‍👩‍👧', '❤️', 'नमस्ते', 'می‌خواهم', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'])('%s stays as it was written', (text) => {
  expect(countVisible(text)).toBeGreaterThan(0)
  expect(parseText(` ${text} `, 20)).toBe(text)
  expect(parseTitle(` ${text} `, 20)).toBe(text)
})

it('a title loses characters that change the direction of its surroundings, a text keeps them', () => {
  expect(parseTitle('a\u202eb\u202cc\u2067d\u2069', 20)).toBe('abcd')
  expect(parseText('a\u202eb', 20)).toBe('a\u202eb')
})
