import { describe, expect, it } from 'vitest'
import { nobodyId } from './entities/schema.ts'
import { canonicalId, type IdKind, storedId, storedIdInCursor, wireId } from './ids.ts'

const kinds: IdKind[] = ['user', 'community', 'post', 'comment', 'image', 'logEntry']
const stored = ['1', '9', '10', '99', '9223372036854775807']

describe('an id on the wire', () => {
  it('has 24 digits and is equal to no other, of whatever kind', () => {
    const all = kinds.flatMap((kind) => stored.map((id) => wireId(kind, id)))
    expect(new Set(all).size).toBe(all.length)
    for (const id of all) expect(id).toMatch(/^[1-6][0-9]{23}$/)
  })

  it('sorts with the others of its kind as they were created', () => {
    const ids = stored.map((id) => wireId('comment', id))
    expect(ids.toSorted()).toEqual(ids)
  })

  it('stays when it is written again, and so does nobody’s', () => {
    expect(wireId('post', wireId('post', '7'))).toBe(wireId('post', '7'))
    expect(wireId('user', nobodyId)).toBe(nobodyId)
  })

  it.each(kinds)('of the kind %s is read as what is stored', (kind) => {
    for (const id of stored) expect(storedId(kind, wireId(kind, id))).toBe(id)
  })

  it('of another kind is nothing’s', () => {
    for (const kind of kinds)
      for (const other of kinds.filter((one) => one !== kind))
        expect(storedId(kind, wireId(other, '7'))).toBe('0')
  })

  it('may be a plain number, padded or not, and is left alone when it is none', () => {
    for (const id of ['7', '007', '99999999999999999999', 'abc', '', nobodyId.slice(1)])
      expect(storedId('post', id)).toBe(id)
    expect(storedId('post', '7'.padStart(24, '0'))).toBe('7')
    expect(storedId('user', nobodyId)).toBe('0')
  })
})

it('a cursor may have an id in both forms', () => {
  expect(storedIdInCursor(wireId('comment', '17'))).toBe('17')
  expect(storedIdInCursor('17')).toBe('17')
})

it('an old id in a URL has a form on the wire, and other texts have none', () => {
  expect(canonicalId('comment', '17')).toBe(wireId('comment', '17'))
  expect(canonicalId('comment', '0017')).toBe(wireId('comment', '17'))
  for (const text of [wireId('comment', '17'), 'abc', '-1', '9'.repeat(20)])
    expect(canonicalId('comment', text)).toBe(text)
})
