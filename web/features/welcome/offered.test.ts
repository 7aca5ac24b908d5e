import { expect, it } from 'vitest'
import type { Community } from '../../../contract/entities/community.ts'
import { offeredFirst } from './offered.ts'

const community = (name: string, noMembers: number) => ({ id: `id of ${name}`, name, noMembers }) as Community
const [large, seeds, questions, localNews, small] = [
  community('Large', 90),
  community('Seeds', 50),
  community('questions', 40),
  community('LocalNews', 30),
  community('Small', 1),
]
const largest = [large, seeds, questions, localNews, small]
const namesOf = (...given: Parameters<typeof offeredFirst>) => offeredFirst(...given).map(({ name }) => name)

it('offers the largest first if the kind of group is unknown', () => {
  expect(namesOf(largest, { own: [], kind: undefined })).toEqual(largest.map(({ name }) => name))
})

it('offers those that are usual in its kind of group first', () => {
  expect(namesOf(largest, { own: [], kind: 'town' })).toEqual([
    'questions',
    'LocalNews',
    'Large',
    'Seeds',
    'Small',
  ])
  expect(namesOf(largest, { own: [], kind: 'club' })).toEqual(largest.map(({ name }) => name))
})

// [CORE-2-253]
it('begins with those that the member belongs to, regardless of size', () => {
  const default1 = community('Default', 0)
  expect(namesOf(largest, { own: [default1, small], kind: 'town' })).toEqual([
    'Small',
    'Default',
    'questions',
    'LocalNews',
    'Large',
    'Seeds',
  ])
})
