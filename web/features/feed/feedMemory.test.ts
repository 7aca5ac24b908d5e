import { expect, it } from 'vitest'
import { feedItemKey, memoryOfFeed } from './feedMemory.ts'

it('[CORE-3-023] an item is a post or a comment, and one of each with the same number are two', () => {
  const { heights } = memoryOfFeed('a feed')
  heights.set(feedItemKey('post', '7'), 120)
  heights.set(feedItemKey('comment', '7'), 80)
  expect([...heights]).toEqual([
    ['post:7', 120],
    ['comment:7', 80],
  ])
})
