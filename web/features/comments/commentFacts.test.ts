import { describe, expect, it } from 'vitest'
import type { OwnBan } from '../../../contract/entities/ban.ts'
import { type ApiError, errors } from '../../../contract/errors.ts'
import { lackingMessage } from '../../../contract/permissionMessages.ts'
import { ApiFailure } from '../../data/failure.ts'
import {
  commentingRefusal,
  deletedBy,
  highlightedSpan,
  isByPostAuthor,
  isHighlighted,
  isNew,
  isSurelyLow,
  replyRefusal,
} from './commentFacts.ts'
import { commentRefusalText, commentVoteRefusalText } from './commentRefusals.ts'

describe('writing under a post', () => {
  const ban = (facts: Partial<OwnBan>): OwnBan => ({
    communityId: '7',
    communityName: 'birding',
    kind: 'participating',
    reason: null,
    rule: null,
    expiresAt: null,
    ...facts,
  })
  const open = { deleted: false, locked: false, communityId: '7', communityName: 'birding' }
  it.each([
    ['an open post', open, [ban({ communityId: '8' })], null],
    ['a ban from posting', open, [ban({ kind: 'posting' })], null],
    [
      '[CORE-4-014] a locked post',
      { ...open, locked: true },
      [],
      'This post is locked. Comments are closed.',
    ],
    ['a deleted post', { ...open, deleted: true }, null, 'This post was deleted. Comments are closed.'],
    ['a community that bans the viewer', open, [ban({})], "You've been banned from birding."],
    [
      'a ban from commenting',
      open,
      [ban({ kind: 'commenting', reason: 'Rude.', expiresAt: '2030-03-05T10:00:00.000Z' })],
      "You've been banned from commenting in birding. The ban ends on 5 March 2030. Reason: Rude.",
    ],
    ['a ban from the site', open, [ban({ communityId: null })], "You've been banned from this site."],
  ])('%s', (_case, post, bans, reason) => {
    expect(commentingRefusal(post, bans)).toBe(reason)
  })
})

describe('replying to a comment', () => {
  it('[CORE-5-020] ends at depth 15', () => {
    expect(replyRefusal({ depth: 14 }, false)).toBeNull()
    expect(replyRefusal({ depth: 15 }, false)).toBe('Thread too deep.')
  })

  it('is closed under a locked comment', () => {
    expect(replyRefusal({ depth: 0 }, true)).toBe('Replies are locked.')
  })
})

describe('the author of the post among the comments', () => {
  const post = { userId: '5' }
  const comment = { userId: '5', userGroup: 'normal' } as const
  it.each([
    ['is marked', comment, post, true],
    ['others are not', { ...comment, userId: '6' }, post, false],
    ['is not given away by a stripped comment', { ...comment, userGroup: 'null' as const }, post, false],
    [
      'is known by the same ghost when the account is gone',
      { ...comment, userGhostId: 'abcd' },
      { ...post, userGhostId: 'abcd' },
      true,
    ],
    [
      'another ghost is someone else',
      { ...comment, userGhostId: 'ef01' },
      { ...post, userGhostId: 'abcd' },
      false,
    ],
    [
      'a ghost under the post of a living member is someone else',
      { ...comment, userGhostId: 'ef01' },
      post,
      false,
    ],
  ])('%s', (_case, given, to, isAuthor) => {
    expect(isByPostAuthor(given, to)).toBe(isAuthor)
  })
})

describe('the label New', () => {
  const comment = { createdAt: '2026-03-05T12:00:00Z', userId: '5', deleted: false }
  const before = { id: '6', lastVisitAt: '2026-03-05T11:00:00Z' }
  // [CORE-4-044]
  it.each([
    ['marks what was written since the last visit', comment, before, true],
    ['not what was there', comment, { ...before, lastVisitAt: '2026-03-05T12:00:00Z' }, false],
    ['not on a first visit', comment, { ...before, lastVisitAt: null }, false],
    ["not the viewer's own", comment, { ...before, id: '5' }, false],
    ['not what is gone', { ...comment, deleted: true }, before, false],
  ])('%s', (_case, given, viewer, expected) => {
    expect(isNew(given, viewer)).toBe(expected)
  })
})

describe('the comments that a notification led to', () => {
  const comment = { createdAt: '2026-05-01T12:00:30.700Z', userId: '7', deleted: false }
  const at = Date.parse('2026-05-01T12:00:30Z') / 1000
  const span = { from: at - 10, to: at }
  it.each([
    ['within the span, to the second', {}, span, true],
    ['before it', {}, { from: at + 1, to: at + 10 }, false],
    ['after it', {}, { from: at - 10, to: at - 1 }, false],
    ['deleted', { deleted: true }, span, false],
    ['by the reader', { userId: '8' }, span, false],
    ['without a span', {}, null, false],
  ])('%s', (_case, change, given, expected) => {
    expect(isHighlighted({ ...comment, ...change }, { span: given, viewerId: '8' })).toBe(expected)
  })

  it.each([
    ['highlightFrom=10&highlightTo=20', { from: 10, to: 20 }],
    ['highlightFrom=10', null],
    ['highlightFrom=x&highlightTo=20', null],
    ['', null],
  ])('the span of ?%s', (search, expected) => {
    expect(highlightedSpan(new URLSearchParams(search))).toEqual(expected)
  })
})

it.each([
  [{}, null],
  [{ deletedAs: 'normal' }, 'Deleted by author'],
  [{ deletedAs: 'mods' }, 'Removed by moderator'],
  [{ deletedAs: 'admins' }, 'Removed by admin'],
] as const)('the label of a deleted comment, %j', (comment, label) => {
  expect(deletedBy(comment)).toBe(label)
})

describe('what is refused about a comment', () => {
  it.each([
    ['an action of someone banned', errors.bannedFromCommunity, 'You are banned from this community.'],
    ['what only moderators may', errors.notModerator, "You aren't a moderator of this community."],
    ['what only staff may', errors.notModeratorNorAdmin, "You aren't a moderator of this community."],
    [
      'what needs a permission',
      { ...errors.notModeratorNorAdmin, message: lackingMessage(['content', 'members']) },
      'You need the “Posts and comments” or “Members” permission for this.',
    ],
    ['a reply that is too deep', errors.threadTooDeep, 'Thread too deep.'],
    ['a reply that comes too soon', errors.slowMode, 'Slow mode is on. Wait a while, then try again.'],
    ['what someone else restored', errors.notRemoved, 'Someone else already restored this comment.'],
    ['what comes too often', errors.tooManyRequests, null],
    ['what needs an account', errors.notLoggedIn, null],
    ['what the viewer has to agree to first', errors.agreementNeeded, null],
  ])('%s', (_case, error, text) => {
    expect(commentRefusalText(new ApiFailure(error))).toBe(text)
  })

  it('names votes where they are meant', () => {
    const textOf = (error: ApiError) => commentVoteRefusalText(new ApiFailure(error))
    expect(textOf(errors.commentDeleted)).toBe("Can't vote on a deleted comment!")
    expect(textOf(errors.downvotesOff)).toBe('Downvotes are turned off here.')
    expect(textOf(errors.bannedFromCommunity)).toBe('You are banned from this community.')
  })
})

describe('a text that is certainly too short to be cut', () => {
  it.each([
    ['a few sentences', `<p>${'So they fly. '.repeat(20)}</p>`, 15, true],
    ['a paragraph on the post', `<p>${'So they fly. '.repeat(50)}</p>`, 0, true],
    ['the same among the deepest replies', `<p>${'So they fly. '.repeat(50)}</p>`, 15, false],
    ['a long paragraph', `<p>${'So they fly. '.repeat(70)}</p>`, 0, false],
    ['many short paragraphs', '<p>So.</p>\n'.repeat(10), 0, false],
    ['a list', `<ul>\n${'<li>So</li>\n'.repeat(12)}</ul>`, 0, false],
    ['code of many lines', `<pre><code>${'x\n'.repeat(21)}</code></pre>`, 0, false],
  ])('%s', (_case, html, depth, isLow) => {
    expect(isSurelyLow(html, depth)).toBe(isLow)
  })
})
