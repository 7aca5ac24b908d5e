import { describe, expect, it } from 'vitest'
import { hasQueue, parsePageOfQueue, pathOfScope } from './queueParams.ts'

const moss = { id: '1', name: 'moss' }
const joined = { id: '2', name: 'joined' }
const viewer = (isAdmin: boolean, moderates: string[]) =>
  ({ user: { isAdmin }, moderates, communities: [moss, joined] }) as never
const member = viewer(false, [])
const moderator = viewer(false, ['1'])
const admin = viewer(true, [])
const both = viewer(true, ['1'])
const read = (search: string, who: never) => parsePageOfQueue(new URLSearchParams(search), who)

describe('the queue', () => {
  it('exists for moderators and admins', () => {
    expect([member, moderator, admin, both].map(hasQueue)).toEqual([false, true, true, true])
  })

  it.each([
    ['a moderator', '', moderator, 'moderating', null],
    ['a moderator who asks for all', 'scope=all', moderator, 'moderating', null],
    ['a moderator, in one of their communities', 'community=moss', moderator, 'moderating', '1'],
    ['a moderator, in one of others', 'community=joined', moderator, 'moderating', null],
    ['an admin', '', admin, 'all', null],
    ['an admin who moderates', '', both, 'moderating', null],
    ['an admin who moderates and asks for all', 'scope=all', both, 'all', null],
  ])('of %s', (_who, search, who, scope, communityId) => {
    expect(read(search, who)).toMatchObject({ scope, communityId })
  })

  it('has a URL for each choice', () => {
    expect(pathOfScope({ scope: 'moderating' })).toBe('/modqueue')
    expect(pathOfScope({ scope: 'all' })).toBe('/modqueue?scope=all')
    expect(pathOfScope({ scope: 'moderating', community: 'moss' })).toBe('/modqueue?community=moss')
  })
})
