import { expect, it } from 'vitest'
import { hitMarks, segmentsOf } from './excerpts.ts'

const [hitStart, hitEnd] = hitMarks.split('')

/** The passage with `<hits>` as PostgreSQL would mark them, split, and with the hits in brackets. */
const shown = (passage: string, words: string) =>
  segmentsOf(passage.replaceAll('<', `${hitStart}`).replaceAll('>', `${hitEnd}`), words)
    .map(({ text, isHit }) => (isHit ? `[${text}]` : text))
    .join('')

it.each([
  ['See <https://bitcoin.org/en/paper> now', 'bitcoin', 'See https://[bitcoin].org/en/paper now'],
  ['See <Bitcoin.org> and <bitcoin>', 'bitcoin', 'See [Bitcoin].org and [bitcoin]'],
  ['<example.org/walking-shoes>', 'walk', 'example.org/[walking]-shoes'],
  ['<example.org/walking/walk>', 'walk', 'example.org/walking/[walk]'],
  ['<example.org/stories/1>', 'story', 'example.org/[stories]/1'],
  ['<ana@moss.example>', '"moss garden" -fern', 'ana@[moss].example'],
  ['<moss.example/über>', 'uber', 'moss.example/[über]'],
  ['<moss.example/fern>', 'moss fern', '[moss].example/[fern]'],
  ['<notes/2024.txt>', '2024', 'notes/[2024].txt'],
  // Where no word of it is recognized, PostgreSQL is believed.
  ['<example.org/mice>', 'mouse', '[example.org/mice]'],
  ['<Walking> to <the> gate', 'walk', '[Walking] to [the] gate'],
  ['<東京都に住む>', '東京', '[東京]都に住む'],
])('of %s, searched for with %s, marks only the words', (passage, words, expected) => {
  expect(shown(passage, words)).toBe(expected)
})
