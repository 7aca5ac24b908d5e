import { describe, expect, it } from 'vitest'
import { hasQueue, parseQueue, pathOfQueue } from './queueParams.ts'

const member = { user: { isAdmin: false }, moderates: [] } as never
const moderator = { user: { isAdmin: false }, moderates: ['1'] } as never
const admin = { user: { isAdmin: true }, moderates: [] } as never
const both = { user: { isAdmin: true }, moderates: ['1'] } as never
const read = (search: string, viewer: never) => parseQueue(new URLSearchParams(search), viewer)

describe('the queue', () => {
  it('is there for moderators and admins', () => {
    expect([member, moderator, admin, both].map(hasQueue)).toEqual([false, true, true, true])
  })

  it.each([
    ['a moderator', '', moderator, 'moderating'],
    ['a moderator who asks for all', 'scope=all', moderator, 'moderating'],
    ['an admin', '', admin, 'all'],
    ['an admin who moderates', '', both, 'moderating'],
    ['an admin who moderates and asks for all', 'scope=all', both, 'all'],
  ])('of %s', (_who, search, viewer, scope) => {
    expect(read(search, viewer)).toEqual({ scope, filter: 'all', from: null })
  })

  it('reads the address that it writes, and takes nonsense for the usual', () => {
    const address = { scope: 'all', filter: 'comments' } as const
    expect(pathOfQueue(address)).toBe('/modqueue?scope=all&filter=comments')
    expect(read('scope=all&filter=comments&next=7', both)).toEqual({ ...address, from: '7' })
    expect(pathOfQueue({ scope: 'moderating', filter: 'all' })).toBe('/modqueue')
    expect(read('scope=x&filter=y', both)).toEqual({ scope: 'moderating', filter: 'all', from: null })
  })
})
