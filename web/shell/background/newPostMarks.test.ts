import { expect, it } from 'vitest'
import { newPostMarks } from './newPostMarks.ts'

it('has a count for each community, with a text for screen readers, up to the maximum', () => {
  const newPosts = [
    { name: 'birding', newPosts: 1 },
    { name: 'moss', newPosts: 100 },
  ]
  expect(newPostMarks(newPosts, { entry: '.a1', most: 100 }).split('\n')).toEqual([
    '.a1[href="/birding"]::after{content:"1";content:"1"/", 1 new post"}',
    '.a1[href="/moss"]::after{content:"99+";content:"99+"/", 99+ new posts"}',
  ])
})
