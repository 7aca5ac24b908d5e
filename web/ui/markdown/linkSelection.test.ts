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
  expect(linkSelection({ text: selected, start: 0, end: selected.length }, pasted)).toBe(link)
})

it.each([
  ['in code', '`|here|`', null],
  ['in a fence', '```\n|here|\n```', null],
  ['with space at its ends', 'see| this |now', ' [this](https://b.example/y) '],
  ['in the words of a link', '[see |here| now](https://a.example)', null],
  ['in the target of a link', '[here](https://a.example/|x|)', null],
  ['over two items', '|- one\n- two|', null],
  ['over an item', '- |one|', '[one](https://b.example/y)'],
])('a URL that is pasted over text %s', (_case, marked, link) => {
  const [start, end] = [marked.indexOf('|'), marked.lastIndexOf('|') - 1]
  expect(linkSelection({ text: marked.replaceAll('|', ''), start, end }, 'https://b.example/y')).toBe(link)
})
