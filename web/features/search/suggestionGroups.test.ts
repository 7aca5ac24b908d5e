import { expect, it } from 'vitest'
import { suggestionGroups } from './suggestionGroups.ts'

const found = {
  communities: [{ name: 'Owls', noMembers: 1200, picture: null }],
  users: [{ username: 'owlet', picture: '/images/1.jpeg' }],
  posts: [{ publicId: 'abc', title: 'Owls at night', communityName: 'Birds' }],
}
const given = { text: ' owl ', found, recent: ['herons'], community: null, origin: 'https://forum.example' }
const shown = (more: Partial<typeof given> | { community: string } | { found: undefined }) =>
  suggestionGroups({ ...given, ...more }).map(({ label, lines }) => [label, ...lines.map(({ text }) => text)])

it('offers recent searches to an empty box, and nothing without them', () => {
  expect(shown({ text: ' ' })).toEqual([['Recent searches', 'herons']])
  expect(shown({ text: '', recent: [] })).toEqual([])
})

it('offers the community of this name first, then all results, suggestions, and a web search last', () => {
  expect(shown({})).toEqual([
    ['Communities', 'Owls'],
    ['Search', 'All results for “owl”'],
    ['People', '@owlet'],
    ['Posts', 'Owls at night'],
    ['Elsewhere', 'Search this site with DuckDuckGo'],
  ])
  const order = (text: string) => shown({ text }).map(([label]) => label)
  expect(order('/OWLS')).toEqual(['Communities', 'Search', 'People', 'Posts', 'Elsewhere'])
  expect(order('wls')).toEqual(['Search', 'Communities', 'People', 'Posts', 'Elsewhere'])
  expect(shown({ found: undefined }).map(([label]) => label)).toEqual(['Search', 'Elsewhere'])
})

it('offers to search the current community', () => {
  const [, search] = suggestionGroups({ ...given, community: 'Birds' })
  expect(search?.lines.map(({ text, href }) => [text, href])).toEqual([
    ['All results for “owl”', '/search?q=owl'],
    ['Only in Birds', '/search?q=owl+community%3Abirds'],
  ])
})

it('keeps kind and order on the page of results', () => {
  const kept = { kind: 'comments', sort: 'new' } as const
  const hrefs = (text: string) =>
    suggestionGroups({ ...given, ...kept, text, found: undefined })[0]?.lines.map(({ href }) => href)
  expect(hrefs('owl')).toEqual(['/search?q=owl&in=comments&sort=new'])
  expect(hrefs('')).toEqual(['/search?q=herons&in=comments&sort=new'])
})
