import { describe, expect, it } from 'vitest'
import { deletionText, lockText, percentUpvoted } from './postFacts.ts'

describe('the share of upvotes', () => {
  it.each([
    [96, 9, 91],
    [10, 0, 100],
    [0, 10, 0],
    [9, 0, null],
    [0, 0, null],
  ])('%i up and %i down are %s per cent', (upvotes, downvotes, percent) => {
    expect(percentUpvoted({ upvotes, downvotes })).toBe(percent)
  })
})

describe('the banners', () => {
  it.each([
    [{ deletedAs: 'normal', deletedContent: false }, 'This post was deleted by its author.'],
    [{ deletedAs: 'mods', deletedContent: false }, 'This post was removed by a moderator.'],
    [
      { deletedAs: 'admins', deletedContent: true, deletedContentAs: 'admins' },
      'This post and its content were removed by an admin.',
    ],
    [
      { deletedAs: 'mods', deletedContent: true, deletedContentAs: 'normal' },
      'This post was removed by a moderator, and its content was deleted by its author.',
    ],
  ] as const)('of a deleted post, %j', (post, text) => {
    expect(deletionText(post)).toBe(text)
  })

  it('of a locked post say who locked it', () => {
    expect(lockText({ lockedByGroup: 'admins' })).toBe(
      'This post was locked by an admin. Comments and voting are closed.',
    )
  })
})
