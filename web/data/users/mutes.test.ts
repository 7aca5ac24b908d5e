import { expect, it } from 'vitest'
import type { Mute, Mutes } from '../../../contract/entities/mute.ts'
import { isMuted, withoutMute } from './mutes.ts'

const createdAt = '2026-11-22T00:00:00Z'
const user = (id: string): Mute => ({ id: `u_${id}`, type: 'user', mutedUserId: id, createdAt })
const community = (id: string): Mute => ({
  id: `c_${id}`,
  type: 'community',
  mutedCommunityId: id,
  createdAt,
})
const mutes: Mutes = { userMutes: [user('1'), user('2')], communityMutes: [community('1')] }

it('[CORE-3-028] users and communities that are muted are kept apart', () => {
  expect(isMuted({ mutes }, { type: 'user', id: '2' })).toBe(true)
  expect(isMuted({ mutes }, { type: 'community', id: '2' })).toBe(false)
  expect(isMuted({ mutes }, { type: 'community', id: '1' })).toBe(true)
})

it.each([
  ['a user', { type: 'user', id: '1' }, { ...mutes, userMutes: [user('2')] }],
  ['a community', { type: 'community', id: '1' }, { ...mutes, communityMutes: [] }],
  ['someone who is not muted', { type: 'user', id: '3' }, mutes],
] as const)('unmuting %s leaves the others as they are', (_case, target, left) => {
  expect(withoutMute(mutes, target)).toEqual(left)
})
