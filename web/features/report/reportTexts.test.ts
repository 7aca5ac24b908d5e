import { describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { reportedText, reportRefusalText } from './reportTexts.ts'

describe('a report', () => {
  it('[CORE-8-012] that has arrived is confirmed', () => {
    expect(reportedText('comment')).toBe('Comment reported.')
    expect(reportedText('post')).toBe('Post reported.')
  })

  it.each([
    [
      '[CORE-8-010] of a comment made before',
      errors.alreadyReported,
      'comment',
      'You have already reported this comment',
    ],
    [
      '[CORE-8-011] of a post made before',
      errors.alreadyReported,
      'post',
      'You have already reported this post',
    ],
    ['by someone who is banned', errors.bannedFromCommunity, 'post', 'You are banned from this community.'],
    ['of something of one’s own', errors.ownContent, 'post', "You can't report your own content."],
    ['of what was deleted meanwhile', errors.commentNotFound, 'comment', 'This comment no longer exists.'],
    ['that comes too soon after others', { ...errors.tooManyRequests, code: '' }, 'post', null],
    ['that got no answer', null, 'post', null],
  ] as const)('%s is refused in words', (_case, refusal, type, text) => {
    expect(reportRefusalText(refusal, type)).toBe(text)
  })
})
