import { describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { ApiFailure, ConnectionFailure } from '../../data/failure.ts'
import { creationFailureText, nameMistake } from './creationTexts.ts'

describe('the name of a new community', () => {
  it.each([
    ['[ACC-5-023] two characters', 'ab', 'Name has to be at least 3 characters.'],
    ['[ACC-5-023] three characters', 'abc', null],
  ])('of %s', (_case, name, mistake) => {
    expect(nameMistake(name)).toBe(mistake)
  })
})

describe('a community that could not be created', () => {
  it.each([
    ['[ACC-8-007]', errors.communityExists, 'A community by that name already exists.'],
    ['[ACC-8-008]', errors.notEnoughPointsForCommunity, 'You need at least 10 points to create a community.'],
    [
      '[ACC-8-009]',
      errors.tooManyCommunities,
      "You've reached your max limit of the number of communities you can moderate.",
    ],
    ['[ACC-8-010] leaves others to the general notice', errors.internal, null],
  ])('%s', (_id, error, text) => {
    expect(creationFailureText(new ApiFailure(error))).toBe(text)
  })

  it('[ACC-8-010] uses the general message for a lost connection', () => {
    expect(creationFailureText(new ConnectionFailure())).toBeNull()
  })
})
