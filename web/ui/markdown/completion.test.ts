import { describe, expect, it } from 'vitest'
import { completions, unfinishedName } from './completion.ts'

describe('the name that is being typed', () => {
  it.each([
    ['@', { sign: '@', prefix: '', from: 0 }],
    ['hello @ma', { sign: '@', prefix: 'ma', from: 6 }],
    ['(@ma', { sign: '@', prefix: 'ma', from: 1 }],
    ['a\n@ma', { sign: '@', prefix: 'ma', from: 2 }],
    ['see /gar', { sign: '/', prefix: 'gar', from: 4 }],
    ['see /', null],
    ['and/or', null],
    ['me@example', null],
    ['@ma ', null],
    ['https://a', null],
    [`@${'a'.repeat(60)}`, null],
  ])('of %j is %j', (text, expected) => {
    expect(unfinishedName(text, text.length)).toEqual(expected)
  })

  it('is looked for before the cursor, and not inside a word', () => {
    expect(unfinishedName('@ma and', 3)).toMatchObject({ prefix: 'ma' })
    expect(unfinishedName('@maren', 3)).toBeNull()
  })
})

describe('names', () => {
  const named = (...names: string[]) => names.map((name) => ({ name, picture: null }))

  it('of people in the thread come first, and each once', () => {
    expect(completions('ma', named('rio', 'Maren'), named('mara', 'maren')).map(({ name }) => name)).toEqual([
      'Maren',
      'mara',
    ])
  })

  it('are first the exact one, then the shortest of the others that were found', () => {
    expect(
      completions('ro', named('rosa'), named('round_echo_619', 'rowan', 'ro')).map(({ name }) => name),
    ).toEqual(['ro', 'rosa', 'rowan', 'round_echo_619'])
  })

  it('are at most six', () => {
    expect(completions('', named('a', 'b', 'c', 'd', 'e', 'f', 'g'), [])).toHaveLength(6)
  })
})
