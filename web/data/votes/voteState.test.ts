import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pressArrow, requestedVote, type VoteState, voteStateOf } from './voteState.ts'

const none: VoteState = { upvotes: 5, downvotes: 1, vote: null }
const upvoted: VoteState = { upvotes: 6, downvotes: 1, vote: true }
const downvoted: VoteState = { upvotes: 5, downvotes: 2, vote: false }

describe('pressing an arrow', () => {
  // [CORE-4-001] none, up and down are all there is, and each of the six steps ends in one of them.
  it.each([
    ['[CORE-4-002] up adds an upvote', none, true, upvoted],
    ['[CORE-4-003] down adds a downvote', none, false, downvoted],
    ['[CORE-4-004] up again takes it back', upvoted, true, none],
    ['[CORE-4-005] down after up moves it', upvoted, false, downvoted],
    ['[CORE-4-006] down again takes it back', downvoted, false, none],
    ['[CORE-4-007] up after down moves it', downvoted, true, upvoted],
  ])('%s', (_case, before, up, after) => {
    expect(pressArrow(before, up)).toEqual(after)
  })

  it('agrees with the table of states after any number of presses', () => {
    const table: Record<string, [onUp: boolean | null, onDown: boolean | null]> = {
      null: [true, false],
      true: [null, false],
      false: [true, null],
    }
    fc.assert(
      fc.property(
        fc.nat(1_000_000),
        fc.nat(1_000_000),
        fc.array(fc.boolean(), { maxLength: 40 }),
        (othersUp, othersDown, presses) => {
          let state: VoteState = { upvotes: othersUp, downvotes: othersDown, vote: null }
          let expected: boolean | null = null
          for (const up of presses) {
            expected = table[String(expected)]?.[up ? 0 : 1] ?? null
            state = pressArrow(state, up)
            expect(state).toEqual({
              upvotes: othersUp + (expected === true ? 1 : 0),
              downvotes: othersDown + (expected === false ? 1 : 0),
              vote: expected,
            })
          }
        },
      ),
    )
  })
})

it.each([
  [none, true, 'up'],
  [none, false, 'down'],
  [upvoted, true, 'none'],
  [upvoted, false, 'down'],
  [downvoted, false, 'none'],
  [downvoted, true, 'up'],
])('on %j, the arrow %s asks for the vote %s', (votes, up, set) => {
  expect(requestedVote(votes, up)).toEqual({ up, set })
})

describe('the votes on a post', () => {
  it.each([
    [null, null],
    [true, true],
    [false, false],
  ])('[CORE-3-019][CORE-3-020] userVotedUp %s is the vote %s', (userVotedUp, vote) => {
    expect(voteStateOf({ upvotes: 3, downvotes: 2, userVotedUp })).toEqual({ upvotes: 3, downvotes: 2, vote })
  })
})

it('hidden votes stay hidden, whatever is pressed', () => {
  const hidden = voteStateOf({ upvotes: null, downvotes: null, userVotedUp: null })
  for (const up of [true, false])
    expect(pressArrow(hidden, up)).toEqual({ upvotes: Number.NaN, downvotes: Number.NaN, vote: up })
})
