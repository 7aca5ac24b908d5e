import { expect, it } from 'vitest'
import { addressOfSearch, addressOfWebSearch, readSearch } from './searchAddress.ts'

it('reads what an address asks for, and takes the usual for what makes no sense', () => {
  expect(readSearch(new URLSearchParams('q=+owls+&in=people&sort=top'))).toEqual({
    q: 'owls',
    kind: 'people',
    sort: 'top',
  })
  expect(readSearch(new URLSearchParams('in=toString&sort=best'))).toEqual({
    q: '',
    kind: 'posts',
    sort: 'relevance',
  })
})

it('writes addresses without what is as usual', () => {
  expect(addressOfSearch({})).toBe('/search')
  expect(addressOfSearch({ q: 'a & b', kind: 'comments', sort: 'new' })).toBe(
    '/search?q=a+%26+b&in=comments&sort=new',
  )
})

it('hands a question to the web search, for this site alone', () => {
  expect(addressOfWebSearch('owls', 'https://forum.example')).toBe(
    'https://duckduckgo.com/?q=site%3Aforum.example+owls',
  )
})
