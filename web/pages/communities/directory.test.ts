import { expect, it } from 'vitest'
import { parseDirectory, pathOfDirectory } from './directory.ts'

it.each([
  ['', { sort: 'size', q: '' }],
  ['sort=new', { sort: 'new', q: '' }],
  ['sort=best', { sort: 'size', q: '' }],
  ['q=+moss+', { sort: 'size', q: 'moss' }],
  ['q=a%26b&sort=name_dsc', { sort: 'name_dsc', q: 'a&b' }],
])('the query "%s" is understood', (query, address) => {
  expect(parseDirectory(new URLSearchParams(query))).toEqual(address)
})

it.each([
  [{ sort: 'size', q: '' }, '/communities'],
  [{ sort: 'old', q: '' }, '/communities?sort=old'],
  [{ sort: 'size', q: 'a&b' }, '/communities?q=a%26b'],
  [{ sort: 'new', q: 'moss' }, '/communities?q=moss&sort=new'],
] as const)('%o has its address', (address, path) => {
  expect(pathOfDirectory(address)).toBe(path)
})
