import { describe, expect, it } from 'vitest'
import { parsePage, pathOfPage } from './numberedPage.ts'

describe('the number of a page in an address', () => {
  it.each([
    ['', 1],
    ['page=3', 3],
    ['page=0', 1],
    ['page=-2', 1],
    ['page=1e3', 1],
    ['page=99999999999', 1],
  ])('of "%s" is %i', (search, page) => {
    expect(parsePage(new URLSearchParams(search))).toBe(page)
  })

  it('is omitted for the first page, and so is the default filter', () => {
    expect(pathOfPage('/moss/modtools/locked', { page: 1 })).toBe('/moss/modtools/locked')
    expect(pathOfPage('/r', { page: 1, filter: 'all' })).toBe('/r')
    expect(pathOfPage('/r', { page: 2, filter: 'posts' })).toBe('/r?filter=posts&page=2')
    expect(pathOfPage('/r?sort=most', { page: 2 })).toBe('/r?sort=most&page=2')
  })
})
