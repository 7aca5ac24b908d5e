import { expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { ApiFailure, ConnectionFailure } from '../../data/failure.ts'
import { failureText } from './failureText.ts'
import { refusalText } from './refusalText.ts'

it.each([
  ['[CORE-8-001] too many requests', new ApiFailure(errors.tooManyRequests), 'Whoah, slow down there!'],
  ['[CORE-8-002] no connection', new ConnectionFailure(), "Make sure you're connected to the internet"],
  ['[CORE-8-003] a broken server', new ApiFailure(errors.internal), 'Something went wrong.'],
  ['[CORE-8-003] a bug of ours', new TypeError('undefined is not a function'), 'Something went wrong.'],
])('the general notice about %s', (_case, error, text) => {
  expect(failureText(error)).toBe(text)
})

it.each([
  ['what is too early', errors.slowMode, 'Slow mode is on. Wait a while, then try again.'],
  ['what comes too often', errors.tooManyRequests, 'Whoah, slow down there!'],
  ['a server without room', errors.diskFull, 'This site is out of storage space. Try again later.'],
])('a refusal that has a text of its own reads as that, whatever its status: %s', (_case, error, text) => {
  expect(refusalText(new ApiFailure(error))).toBe(text)
})
