import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contextOf, type DiffPart, wordDiff } from './wordDiff.ts'

const signs = { same: '', removed: '-', added: '+' }
const written = (before: string, after: string) =>
  wordDiff(before, after).map(({ kind, text }) => `${signs[kind]}${text}`)
const without = (parts: readonly DiffPart[], kind: DiffPart['kind']) =>
  parts
    .filter((part) => part.kind !== kind)
    .map(({ text }) => text)
    .join('')

it.each<[string, string, string[]]>([
  ['the same', 'the same', ['the same']],
  ['', 'new', ['+new']],
  ['gone', '', ['-gone']],
  ['', '', []],
  ['two old words here', 'two new words here', ['two ', '-old', '+new', ' words here']],
  ['it was red and round', 'it was green or long', ['it was ', '-red and round', '+green or long']],
  ['a b', 'a, b', ['a', '+,', ' b']],
  ['one\n\ntwo', 'one\n\nthree', ['one\n\n', '-two', '+three']],
])('from %j to %j', (before, after, parts) => {
  expect(written(before, after)).toEqual(parts)
})

it('contains both texts', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '  ', '\n', '.', 'é'), { maxLength: 40 })
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = wordDiff(before.join(''), after.join(''))
      expect(without(parts, 'added')).toBe(before.join(''))
      expect(without(parts, 'removed')).toBe(after.join(''))
    }),
  )
})

it('shows long unrelated texts as replaced', () => {
  const [before, after] = ['a ', 'b.'].map((word) => word.repeat(10_000)) as [string, string]
  const parts = wordDiff(`x ${before}`, `x ${after}`)
  expect(without(parts, 'added')).toBe(`x ${before}`)
  expect(without(parts, 'removed')).toBe(`x ${after}`)
})

it('an unchanged text is cut to whole words beside the changes', () => {
  const text = 'wordy '.repeat(200)
  const between = { isFirst: false, isLast: false }
  expect(contextOf(text, between)).toMatch(/^(wordy )+… (wordy )+$/)
  expect(contextOf(text, { isFirst: true, isLast: false })).toMatch(/^ … (wordy )+$/)
  expect(contextOf(text, { isFirst: false, isLast: true })).toMatch(/^(wordy )+… $/)
  expect(contextOf('wordy '.repeat(50), between)).toBe('wordy '.repeat(50))
  for (const place of [
    { isFirst: true, isLast: false },
    { isFirst: false, isLast: true },
  ])
    expect(contextOf('A short text. ', place)).toBe('A short text. ')
  // A word that is longer than the context is cut.
  expect(contextOf('x'.repeat(1000), between)).toBe(`${'x'.repeat(160)} … ${'x'.repeat(160)}`)
})
