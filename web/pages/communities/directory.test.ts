import { expect, it } from 'vitest'
import { parseDirectory, pathOfDirectory } from './directory.ts'

it.each([
  ['', { sort: 'size', q: '', next: '' }],
  ['sort=new', { sort: 'new', q: '', next: '' }],
  ['sort=best', { sort: 'size', q: '', next: '' }],
  ['q=+moss+', { sort: 'size', q: 'moss', next: '' }],
  ['q=a%26b&sort=name_dsc', { sort: 'name_dsc', q: 'a&b', next: '' }],
  ['sort=old&next=123', { sort: 'old', q: '', next: '123' }],
  ['next=abc', { sort: 'size', q: '', next: '' }],
  ['q=moss&next=123', { sort: 'size', q: 'moss', next: '' }],
])('the query "%s" is understood', (query, address) => {
  expect(parseDirectory(new URLSearchParams(query))).toEqual(address)
})

it.each([
  [{ sort: 'size', q: '', next: '' }, '/communities'],
  [{ sort: 'old', q: '', next: '' }, '/communities?sort=old'],
  [{ sort: 'old', q: '', next: '123' }, '/communities?sort=old&next=123'],
  [{ sort: 'size', q: 'a&b', next: '' }, '/communities?q=a%26b'],
  [{ sort: 'new', q: 'moss', next: '' }, '/communities?q=moss&sort=new'],
] as const)('%o has its address', (address, path) => {
  expect(pathOfDirectory(address)).toBe(path)
})
