import { expect, it } from 'vitest'
import { parseSearch, pathOfSearch, webSearchUrl } from './searchPath.ts'

it('reads what an address asks for, and takes the usual for what makes no sense', () => {
  expect(parseSearch(new URLSearchParams('q=+owls+&in=people&sort=top'))).toEqual({
    q: 'owls',
    kind: 'people',
    sort: 'top',
  })
  expect(parseSearch(new URLSearchParams('in=toString&sort=best'))).toEqual({
    q: '',
    kind: 'posts',
    sort: 'relevance',
  })
})

it('writes addresses without what is as usual', () => {
  expect(pathOfSearch({})).toBe('/search')
  expect(pathOfSearch({ q: 'a & b', kind: 'comments', sort: 'new' })).toBe(
    '/search?q=a+%26+b&in=comments&sort=new',
  )
})

it('hands a question to the web search, for this site alone', () => {
  expect(webSearchUrl('owls', 'https://forum.example')).toBe(
    'https://duckduckgo.com/?q=site%3Aforum.example+owls',
  )
})
