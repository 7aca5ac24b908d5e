import { describe, expect, it } from 'vitest'
import { parseLists, parsePage, pathOfListsPage } from './listsParams.ts'

const read = (query: string, viewer: string | null) =>
  parseLists('rowan', new URLSearchParams(query), viewer === null ? null : { username: viewer })

describe('the address of a page of lists', () => {
  it.each([
    ['without a query', '', 'rowan', 'lastAdded', 'all'],
    ['of an owner who asks for private ones by name', 'sort=name&filter=private', 'rowan', 'name', 'private'],
    ['with words that mean nothing', 'sort=size&filter=mine', 'rowan', 'lastAdded', 'all'],
    ['[ACC-2-016] of someone else, who cannot choose', 'filter=private', 'wren', 'lastAdded', 'all'],
    ['[ACC-2-016] of a guest', 'filter=public', null, 'lastAdded', 'all'],
  ])('%s', (_case, query, viewer, sort, filter) => {
    expect(read(query, viewer)).toEqual({ username: 'rowan', sort, filter })
  })

  it.each(['/@rowan/lists', '/@rowan/lists?sort=name', '/@rowan/lists?sort=name&filter=public'])(
    '%s is read as it was written',
    (address) => {
      const search = new URL(address, 'http://localhost').searchParams
      expect(pathOfListsPage(parseLists('rowan', search, { username: 'Rowan' }))).toBe(address)
    },
  )
})

describe('[ACC-2-018] the page that an address of a list asks for', () => {
  it.each([
    ['', 1],
    ['page=1', 1],
    ['page=3', 3],
    ['page=0', 1],
    ['page=-2', 1],
    ['page=1.5', 1],
    ['page=moss', 1],
    ['page=1000000', 1],
  ])('%j is %i', (query, page) => {
    expect(parsePage(new URLSearchParams(query))).toBe(page)
  })
})
