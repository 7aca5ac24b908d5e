import { describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { ApiFailure, ConnectionFailure } from '../../data/failure.ts'
import { postRefusalText } from './postRefusals.ts'

describe('what is refused about a post', () => {
  it.each([
    ['[CORE-8-014] an announcement made before', errors.alreadyAnnounced, 'Already announced'],
    ['[CORE-8-013] a pin beyond the limit', errors.pinLimitReached, 'Max pinned post limit reached.'],
    ['what only moderators may', errors.notModerator, "You aren't a moderator of this community."],
    ['a vote where one is banned', errors.bannedFromCommunity, 'You are banned from this community.'],
    ['a vote that came too late', errors.postLocked, 'This post is locked.'],
    ['anything about a post that never was', errors.postNotFound, 'This post is gone.'],
    ['what only staff may', errors.neitherAdminNorModerator, "You aren't a moderator of this community."],
    ['a downvote where there are none', errors.downvotesOff, 'Downvotes are turned off here.'],
    [
      'one vote too many on a member',
      errors.tooManyVotesOnMember,
      "You've voted on too many of this member's posts and comments today. Try again tomorrow.",
    ],
    ['what the viewer has to agree to first', errors.agreementNeeded, null],
    ['what comes too often', errors.tooManyRequests, null],
    ['what needs an account', errors.notLoggedIn, null],
  ])('%s', (_case, error, text) => {
    expect(postRefusalText(new ApiFailure(error))).toBe(text)
  })

  it('says when someone with slowed voting may vote again', () => {
    expect(postRefusalText(new ApiFailure(errors.votingSlowed, { retryAfterSeconds: 2581 }))).toBe(
      'You can only cast a few votes an hour. You can vote again in 44 minutes.',
    )
    expect(postRefusalText(new ApiFailure(errors.votingSlowed))).toBe(
      'You can only cast a few votes an hour. Try again later.',
    )
  })

  it('uses the general message for other failures', () => {
    expect(postRefusalText(new ConnectionFailure('away'))).toBeNull()
  })
})
