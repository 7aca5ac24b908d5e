import { expect, it } from 'vitest'
import { isEmpty, openWordOf, parseSearchText } from './searchTerms.ts'

const nothing = {
  excluded: null,
  author: null,
  community: null,
  type: null,
  before: null,
  after: null,
  words: '',
}

it('leaves words, phrases and minus signs to the database', () => {
  expect(parseSearchText('  robins "under snow" -feeder ')).toEqual({
    ...nothing,
    words: 'robins "under snow" -feeder',
  })
})

it('takes exclusions out of the words', () => {
  expect(
    parseSearchText('-author:@Bert quince -community：Fruit -type:link －author:ann -type:poem -after:2024'),
  ).toEqual({
    ...nothing,
    excluded: { author: ['bert', 'ann'], community: ['fruit'], type: ['link'] },
    words: 'quince    -type:poem -after:2024',
  })
})

it('takes the filters out of the words, in any case and order', () => {
  expect(
    parseSearchText('robins Author:@Wren_1 community:Birding type:LINK after:2024 before:2025-06 snow'),
  ).toEqual({
    author: 'wren_1',
    community: 'birding',
    type: 'link',
    after: '2024-01-01',
    before: '2025-06-01',
    excluded: null,
    words: 'robins      snow',
  })
})

it('understands the signs before names, and fullwidth letters', () => {
  expect(
    parseSearchText('robins community:/Birding author：＠ｗｒｅｎ＿１\u3000ａｆｔｅｒ:2024 before：２０２５'),
  ).toEqual({
    ...nothing,
    author: 'wren_1',
    community: 'birding',
    before: '2025-01-01',
    words: 'robins  \u3000ａｆｔｅｒ:2024',
  })
})

it.each([['type:poem'], ['before:2024-02-30'], ['after:yesterday'], ['author:a'], ['author:two-words']])(
  'reads %s, which makes no sense as a filter, as words',
  (text) => {
    expect(parseSearchText(text)).toEqual({ ...nothing, words: text })
  },
)

it('uses the last of several filters of a kind', () => {
  expect(parseSearchText('author:wren author:robin')).toEqual({ ...nothing, author: 'robin' })
})

it('cuts what is too long', () => {
  expect(parseSearchText('a'.repeat(300)).words).toHaveLength(200)
})

it('recognizes empty search terms', () => {
  expect(isEmpty(parseSearchText('  '))).toBe(true)
  expect(isEmpty(parseSearchText('author:wren'))).toBe(false)
})

it.each([
  ['bitcoin pri', 'bitcoin', 'pri'],
  ['Pri', '', 'pri'],
  ['"two birds" author:wren Über', '"two birds"', 'über'],
])('sees that the last word of %s may be the beginning of a longer one', (text, before, word) => {
  const open = openWordOf(parseSearchText(text))
  expect(open && { ...open, before: open.before.trim() }).toEqual({ before, word })
})

it.each([
  ['bitcoin pr'],
  ['bitcoin -pri'],
  ['"bitcoin pri'],
  ['"bitcoin pri"'],
  ['bitcoin or pri'],
  ['type:link'],
])('takes %s as it is', (text) => {
  expect(openWordOf(parseSearchText(text))).toBeNull()
})
