import { expect, it } from 'vitest'
import { parseSearch, pathOfSearch, webSearchUrl } from './searchPath.ts'

it('parses a URL, with defaults for invalid values', () => {
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

it('formats URLs without default values', () => {
  expect(pathOfSearch({})).toBe('/search')
  expect(pathOfSearch({ q: 'a & b', kind: 'comments', sort: 'new' })).toBe(
    '/search?q=a+%26+b&in=comments&sort=new',
  )
})

it('passes a query to a web search limited to this site', () => {
  expect(webSearchUrl('owls', 'https://forum.example')).toBe(
    'https://duckduckgo.com/?q=site%3Aforum.example+owls',
  )
})
