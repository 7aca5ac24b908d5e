import { describe, expect, it } from 'vitest'
import { alikeBits, mostAlike, simhashOf } from './simhash.ts'

const advertisement = (name: string) =>
  `Hello everyone, ${name} here. I found the best place to buy cheap watches with fast delivery and a full refund, and my friends love theirs. See https://shop${name}.example`
const bitsBetween = (one: string, other: string) =>
  (BigInt.asUintN(64, BigInt(simhashOf(one) ?? '0')) ^ BigInt.asUintN(64, BigInt(simhashOf(other) ?? '0')))
    .toString(2)
    .replaceAll('0', '').length

describe('the simhash of a text', () => {
  it.each([
    ['the same text', advertisement('anna'), advertisement('anna'), true],
    ['one other word, and another link', advertisement('anna'), advertisement('ben'), true],
    [
      'other capitals and signs',
      advertisement('anna'),
      advertisement('anna').toUpperCase().replaceAll(',', ' –'),
      true,
    ],
    [
      'another text',
      advertisement('anna'),
      'Which lens do you take for small birds in a dark forest? Mine is too heavy to carry all day.',
      false,
    ],
  ])('%s', (_case, one, other, isAlike) => {
    expect(bitsBetween(one, other) <= alikeBits).toBe(isAlike)
  })

  it('is none for a few words, which are alike by chance', () => {
    expect(simhashOf('Thanks, this is great!')).toBe(null)
    expect(simhashOf('https://a.example/one/two/three/four/five/six')).toBe(null)
  })

  it('fits a number of 64 bits with a sign', () => {
    const hash = BigInt(simhashOf(advertisement('anna')) ?? '')
    expect(BigInt.asIntN(64, hash)).toBe(hash)
  })
})

it('counts the authors of alike texts, each once', () => {
  const texts = ['anna', 'ben', 'ben', 'cleo'].map((authorId) => ({
    simhash: simhashOf(advertisement(authorId)) ?? '',
    authorId,
  }))
  const other = {
    simhash: simhashOf('Which lens do you take for small birds in a dark forest today?') ?? '',
    authorId: 'dora',
  }
  expect(mostAlike([...texts, other])).toBe(3)
  expect(mostAlike([other])).toBe(1)
  expect(mostAlike([])).toBe(0)
})
