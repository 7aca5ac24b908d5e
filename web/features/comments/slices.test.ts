import { describe, expect, test } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { CommentNode } from '../../data/comments/commentTree.ts'
import { sliceThreads } from './slices.ts'

describe('a list of threads is divided into slices that browsers can skip', () => {
  test('a short list is not divided', () => {
    const slices = sliceThreads(threads(60))
    expect(slices).toHaveLength(1)
    expect(slices[0]?.threads).toHaveLength(60)
  })

  test('a few threads with many replies are a long list', () => {
    expect(sliceThreads(threads(30, 10)).length).toBeGreaterThan(1)
  })

  test('every thread is in one slice, in the same order', () => {
    const list = threads(1000)
    expect(sliceThreads(list).flatMap((slice) => slice.threads)).toEqual(list)
  })

  test('slices hold about eight threads', () => {
    const { length } = sliceThreads(threads(5000))
    expect(5000 / length).toBeGreaterThan(6)
    expect(5000 / length).toBeLessThan(10)
  })

  test('a new thread at the top moves no other thread into another slice', () => {
    const list = threads(500)
    const known = placesIn(sliceThreads(list))
    for (const id of ['31', '4711', '90210', '12345678901234567890']) {
      const after = placesIn(sliceThreads([thread(id), ...list]))
      const moved = [...known].filter(([comment, slice]) => after.get(comment) !== slice)
      expect(moved).toEqual([])
    }
  })
})

const thread = (id: string, size = 1): CommentNode => ({
  comment: { id } as Comment,
  replies: [],
  missing: 0,
  size,
})

const threads = (count: number, size = 1) =>
  Array.from({ length: count }, (_, place) => thread(String(1_000_000 + place * 37), size))

const placesIn = (slices: ReturnType<typeof sliceThreads>) =>
  new Map(slices.flatMap(({ key, threads }) => threads.map(({ comment }) => [comment.id, key] as const)))
