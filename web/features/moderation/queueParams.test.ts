import { describe, expect, it } from 'vitest'
import { parseQueue, pathOfQueue } from './queueParams.ts'

const within = { scope: 'moderating', communityId: null } as const
const usual = {
  ...within,
  kind: 'reported',
  sort: 'newest',
  filter: 'all',
  reason: '',
  rule: '',
  from: null,
  page: null,
} as const
const read = (search: string) => parseQueue(new URLSearchParams(search), within)

describe('the part of the queue that a URL selects', () => {
  it.each([
    ['', usual],
    ['kind=x&sort=y&filter=z&reason=-1', usual],
    [
      'sort=most&filter=comments&reason=3&next=7.0',
      { ...usual, sort: 'most', filter: 'comments', reason: '3', from: '7.0' },
    ],
    ['rule=Be kind', { ...usual, rule: 'Be kind' }],
    ['kind=edited&sort=most&reason=3&rule=x', { ...usual, kind: 'edited' }],
  ])('%s', (search, params) => {
    expect(read(search)).toEqual(params)
  })

  it.each([
    '/modqueue',
    '/modqueue?community=moss&sort=most&filter=posts&reason=3',
    '/moss/modtools/reports?kind=new&filter=comments',
    '/modqueue?rule=Be+kind',
  ])('is written as it is read: %s', (path) => {
    const url = new URL(path, 'https://forum.example')
    const base = url.searchParams.has('community') ? '/modqueue?community=moss' : url.pathname
    expect(pathOfQueue(base, read(url.search))).toBe(path)
  })
})
