import { expect, it } from 'vitest'
import type { Community } from '../../../contract/entities/community.ts'
import { communitiesToPropose } from './activeCommunities.ts'

const community = (name: string, userJoined: boolean | null) => ({ name, userJoined }) as Community

it.each([
  ['a guest', [null, null, null, null], ['a', 'b', 'c']],
  ['who joined none', [false, false, false, false], ['a', 'b', 'c']],
  ['who joined some', [true, false, true, false], ['b', 'd']],
  ['who joined all', [true, true, true, true], []],
])('%s is proposed the largest communities that are left', (_who, joined, names) => {
  const largest = ['a', 'b', 'c', 'd'].map((name, position) => community(name, joined[position] ?? null))
  expect(communitiesToPropose(largest).map(({ name }) => name)).toEqual(names)
})
