import { expect, it } from 'vitest'
import { changesOf, isChosen } from './chosen.ts'

const joined = new Set(['1', '2'])

it.each([
  ['nothing', [], { join: [], leave: [] }],
  ['what was joined already', [['1', true]], { join: [], leave: [] }],
  ['what was never joined', [['3', false]], { join: [], leave: [] }],
  [
    'one to join and one to leave',
    [
      ['3', true],
      ['2', false],
    ],
    { join: ['3'], leave: ['2'] },
  ],
] as const)('of %s, only what changes is sent', (_what, choices, changes) => {
  expect(changesOf(new Map(choices), joined)).toEqual(changes)
})

it('a community is ticked if it was joined, unless it was unticked', () => {
  const community = { id: '1', userJoined: true }
  expect(isChosen(community, new Map())).toBe(true)
  expect(isChosen(community, new Map([['1', false]]))).toBe(false)
  expect(isChosen({ id: '3', userJoined: null }, new Map())).toBe(false)
})
