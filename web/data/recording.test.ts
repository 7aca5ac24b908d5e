import { describe, expect, it } from 'vitest'
import { onlyAnswer, onlyWhether } from './onlyAnswer.ts'
import { originalOf, Recording } from './recording.ts'

interface Read {
  viewer: { id: string; name: string; roles: string[] } | null
  posts: readonly { id: string; votes: number; by: string }[]
}

const data = (change: Partial<Read> = {}) => ({
  viewer: { id: '1', name: 'wren', roles: ['mods'] },
  posts: [
    { id: 'a', votes: 3, by: '1' },
    { id: 'b', votes: 4, by: '2' },
  ],
  ...change,
})

const recordingOf = (read: (recorded: Read) => unknown): Recording => {
  const recording = new Recording()
  recording.record(data(), (recorded) => read(recorded as unknown as Read))
  return recording
}

describe('a recording of reads', () => {
  it.each<[string, (recorded: Read) => unknown, Partial<Read>, Partial<Read>]>([
    [
      'values',
      ({ viewer }) => viewer?.name,
      { viewer: { id: '9', name: 'wren', roles: [] } },
      { viewer: { id: '1', name: 'owl', roles: ['mods'] } },
    ],
    [
      'whether something is there',
      ({ viewer }) => viewer !== null,
      { viewer: { id: '9', name: 'owl', roles: [] } },
      { viewer: null },
    ],
    [
      'values in lists',
      ({ posts }) => posts.map(({ id }) => id),
      {
        posts: [
          { id: 'a', votes: 9, by: '' },
          { id: 'b', votes: 9, by: '' },
        ],
      },
      { posts: [{ id: 'a', votes: 3, by: '1' }] },
    ],
    [
      'the length of a list',
      ({ posts }) => posts.length,
      {
        posts: [
          { id: 'x', votes: 9, by: '' },
          { id: 'y', votes: 9, by: '' },
        ],
      },
      { posts: [] },
    ],
    [
      'the names of fields',
      ({ viewer }) => viewer && Object.keys(viewer),
      { viewer: { id: '1', name: 'wren', roles: [] } },
      { viewer: { id: '1', name: 'wren', roles: ['mods'], more: 1 } as never },
    ],
    [
      'whole objects as JSON',
      ({ posts }) => JSON.stringify(posts[0]),
      {
        posts: [
          { id: 'a', votes: 3, by: '1' },
          { id: 'b', votes: 9, by: '' },
        ],
      },
      {
        posts: [
          { id: 'a', votes: 4, by: '1' },
          { id: 'b', votes: 4, by: '2' },
        ],
      },
    ],
    [
      'an answer, and not what it follows from',
      ({ viewer, posts }) => onlyAnswer(() => viewer?.id === posts[0]?.by),
      { viewer: { id: '5', name: '', roles: [] }, posts: [{ id: 'z', votes: 0, by: '5' }] },
      { viewer: { id: '5', name: 'wren', roles: ['mods'] } },
    ],
    [
      'whether there is a text, and not which',
      ({ posts }) => expect(onlyWhether(() => posts[1]?.id ?? null)).toBe(''),
      {
        posts: [
          { id: 'y', votes: 0, by: '' },
          { id: 'z', votes: 0, by: '' },
        ],
      },
      { posts: [{ id: 'a', votes: 3, by: '1' }] },
    ],
  ])('fits data that has the same, and no other: %s', (_what, read, same, other) => {
    const recording = recordingOf(read)
    expect([data(), data(same), data(other)].map((each) => recording.fits(each))).toEqual([true, true, false])
  })

  it('gives what is read the look of the data', () => {
    let seen: unknown
    recordingOf((recorded) => {
      seen = JSON.parse(JSON.stringify(recorded))
      expect(Array.isArray(recorded.posts)).toBe(true)
      expect({ ...recorded.posts[1] }).toEqual(data().posts[1])
      expect('viewer' in recorded).toBe(true)
      expect(() => Object.assign(recorded, { viewer: null })).toThrow()
    })
    expect(seen).toEqual(data())
  })

  it('lets what was made of one data ask the other, and keeps nothing of the first', () => {
    let ask = (): unknown => undefined
    const recording = recordingOf(({ viewer, posts }) => {
      ask = () => [viewer?.name, originalOf(posts[0] as object)]
    })
    const other = data({ viewer: { id: '2', name: 'owl', roles: [] } })
    expect(recording.apply(other, ask)).toEqual(['owl', other.posts[0]])
    expect(recording.apply(other, () => (ask() as unknown[])[1])).toBe(other.posts[0])
    expect(() => ask()).toThrow()
  })
})
