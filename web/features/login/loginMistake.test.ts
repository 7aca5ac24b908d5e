import { expect, it } from 'vitest'
import { loginMistake } from './loginMistake.ts'

it.each([
  ['[ACC-5-014] both missing', '', '', 'Username and password empty.'],
  ['[ACC-5-015] the username missing', '', 'secret', 'Username empty.'],
  ['[ACC-5-016] the password missing', 'rowan', '', 'Password empty.'],
  ['nothing missing', 'rowan', 'secret', null],
])('a login with %s', (_case, username, password, mistake) => {
  expect(loginMistake({ username, password })).toBe(mistake)
})
