import { expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { ApiFailure } from '../failure.ts'
import { filteredPage } from './filteredPage.ts'

it('has the rows', async () => {
  expect(await filteredPage(Promise.resolve({ rows: [1], next: '2' }))).toEqual({
    rows: [1],
    next: '2',
    refusal: null,
  })
})

it.each([errors.invalidMemberRange, errors.userNotFound])(
  'says why filters are refused: $code',
  async (error) => {
    expect(await filteredPage(Promise.reject(new ApiFailure(error)))).toEqual({
      rows: [],
      next: null,
      refusal: error.message,
    })
  },
)

it.each([errors.invalidCursor, errors.internal, errors.tooManyRequests])(
  'fails with what is no matter of filters: $code',
  async (error) => {
    await expect(filteredPage(Promise.reject(new ApiFailure(error)))).rejects.toThrow(error.message)
  },
)
