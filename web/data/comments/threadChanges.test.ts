import { describe, expect, it } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import { entriesOf } from '../../../contract/objects.ts'
import { type CommentSort, commentSorts } from '../../../contract/words.ts'
import { withPlaced } from './loadNewComments.ts'
import { type Thread, withChanged } from './threadChanges.ts'
import { withComments, withReplies, withWritten } from './threadPages.ts'

const comment = (id: string, more: Partial<Comment> = {}) =>
  ({ id, parentId: null, ancestors: null, noReplies: 0, noRepliesDirect: 0, ...more }) as Comment

const thread = (comments: Comment[], more: Partial<Thread> = {}): Thread => ({
  comments,
  next: '3.9',
  written: [],
  focus: null,
  ...more,
})

const idsOf = ({ comments }: Thread) => comments.map(({ id }) => id)

describe('a further page of comments', () => {
  it('is added to the loaded ones without duplicates', () => {
    const joined = withComments(thread([comment('1'), comment('2')]), [
      comment('2', { upvotes: 7 }),
      comment('3'),
    ])
    expect(idsOf(joined)).toEqual(['1', '2', '3'])
    expect(joined.comments[1]?.upvotes).toBe(7)
  })
})

describe('new comments from anywhere', () => {
  const voted = (id: string, upvotes: number, parentId: string | null = null) =>
    comment(id, { parentId, upvotes, downvotes: 0, deletedAt: null })
  const loaded = thread([voted('1', 9), voted('3', 2), voted('4', 2), voted('2', 1, '1')])

  const orders: Record<CommentSort, string[]> = {
    top: ['1', '5', '3', '4'],
    best: ['1', '5', '3', '4'],
    new: ['5', '1', '3', '4'],
    old: ['1', '3', '4', '5'],
    controversial: ['5', '1', '3', '4'],
  }
  it.each(entriesOf(orders))('stand at their place among their siblings in the order %s', (sort, ids) => {
    const joined = withPlaced(loaded, [voted('5', 3), voted('6', 7, '1'), voted('1', 10)], sort)
    expect(joined.comments.filter(({ parentId }) => parentId === null).map(({ id }) => id)).toEqual(ids)
    expect(joined.comments.filter(({ id }) => id === '1')).toMatchObject([{ upvotes: 10 }])
    expect(joined.comments).toHaveLength(6)
  })
})

it.each(commentSorts)('a pinned comment stays before new ones in the order %s', (sort) => {
  const at = { upvotes: 1, downvotes: 0, deletedAt: null }
  const pinned = thread([comment('3', { ...at, isPinned: true }), comment('2', at)])
  const joined = withPlaced(
    pinned,
    [comment('1', { ...at, upvotes: 9 }), comment('9', { ...at, upvotes: 9 })],
    sort,
  )
  expect(idsOf(joined)[0]).toBe('3')
})

describe('a page of replies to a comment', () => {
  const reply = (id: string, parentId = '1') =>
    comment(id, { parentId, upvotes: 4, downvotes: 1, deletedAt: null })
  const page = { commentId: '1', limit: 2 }

  it('continues with its last direct reply, which the next page repeats, until a page is not full', () => {
    const first = withReplies(thread([comment('1')]), [reply('9'), reply('8')], page)
    expect(first.nextReplies).toEqual({ 1: '4.1.8' })
    const second = withReplies(first, [reply('8'), reply('7', '8')], page)
    expect(second.nextReplies).toEqual({ 1: undefined })
    expect(idsOf(second)).toEqual(['1', '9', '8', '7'])
  })

  it('continues from a page that is not full while more replies are counted than loaded', () => {
    const counted = thread([comment('1', { noRepliesDirect: 3 })])
    const first = withReplies(counted, [reply('9'), reply('8')], { ...page, limit: 10 })
    expect(first.nextReplies).toEqual({ 1: '4.1.8' })
    const second = withReplies(first, [reply('8'), reply('7')], { ...page, limit: 10 })
    expect(second.nextReplies).toEqual({ 1: undefined })
    // Counted, but not loaded.
    expect(withReplies(first, [reply('8')], { ...page, limit: 10 }).nextReplies).toEqual({ 1: undefined })
  })

  it('continues after a deleted one by its id, because deleted ones have their own order', () => {
    const deleted = { ...reply('8'), deletedAt: '2026-01-01T00:00:00Z' }
    expect(withReplies(thread([comment('1')]), [reply('9'), deleted], page).nextReplies).toEqual({ 1: '8' })
  })

  it('keeps the cursors of other comments', () => {
    const before = thread([comment('1')], { nextReplies: { 5: '2.6' } })
    expect(withReplies(before, [], page).nextReplies).toEqual({ 1: undefined, 5: '2.6' })
  })
})

describe('a comment that changed', () => {
  it('replaces its older version and does not change the others', () => {
    const before = thread([comment('1'), comment('2')])
    const after = withChanged(before, comment('2', { bodyHtml: '<p>new</p>' }))
    expect(after.comments[0]).toBe(before.comments[0])
    expect(after.comments[1]?.bodyHtml).toBe('<p>new</p>')
  })

  it('changes nothing in threads without it', () => {
    const before = thread([comment('1')])
    expect(withChanged(before, comment('2'))).toBe(before)
  })
})

describe('a comment that was just written', () => {
  it('is added at the top of the whole discussion', () => {
    const after = withWritten(thread([comment('1')]), comment('2'))
    expect(idsOf(after)).toEqual(['1', '2'])
    expect(after.written).toEqual(['2'])
    expect(after.next).toBe('3.9')
  })

  it('is counted by all its ancestors, and as a direct reply only by its parent', () => {
    const before = thread([comment('1'), comment('2', { parentId: '1', ancestors: ['1'] }), comment('3')])
    const after = withWritten(before, comment('4', { parentId: '2', ancestors: ['1', '2'] }))
    expect(
      after.comments.map(({ id, noReplies, noRepliesDirect }) => [id, noReplies, noRepliesDirect]),
    ).toEqual([
      ['1', 1, 0],
      ['2', 1, 1],
      ['3', 0, 0],
      ['4', 0, 0],
    ])
  })

  it('is not added to a thread about another comment, or one without its parent', () => {
    const aboutOne = thread([comment('1')], { focus: '1' })
    expect(withWritten(aboutOne, comment('2'))).toBe(aboutOne)
    expect(withWritten(aboutOne, comment('9', { parentId: '8', ancestors: ['8'] }))).toBe(aboutOne)
  })
})
