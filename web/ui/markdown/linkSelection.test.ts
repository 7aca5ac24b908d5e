import { expect, it } from 'vitest'
import { linkSelection } from './linkSelection.ts'

it.each([
  ['a word', 'this', 'https://example.org/a', '[this](https://example.org/a)'],
  ['an address with space around', 'this', ' https://example.org/a\n', '[this](https://example.org/a)'],
  ['an address with brackets', 'this', 'https://example.org/a_(b)', '[this](<https://example.org/a_(b)>)'],
  ['nothing selected', '', 'https://example.org', null],
  ['only space selected', '  ', 'https://example.org', null],
  ['no address', 'this', 'example', null],
  ['text with an address in it', 'this', 'see https://example.org', null],
  ['an address over an address', 'http://old.example.org', 'https://example.org', null],
  ['a script', 'this', 'javascript:alert(1)', null],
])('pasting over a selection: %s', (_case, selected, pasted, link) => {
  expect(linkSelection(selected, pasted)).toBe(link)
})
