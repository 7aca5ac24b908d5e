import { describe, expect, it } from 'vitest'
import { type SignupFields, signupMistakes } from './signupMistakes.ts'

const good: SignupFields = {
  username: 'rowan',
  email: '',
  password: 'long enough',
  repeatPassword: 'long enough',
}

describe('a sign-up form', () => {
  it('[ACC-5-009] without an email address is complete', () => {
    expect(signupMistakes(good, { emailNeeded: false })).toEqual({})
  })

  it.each<[string, Partial<SignupFields>, object]>([
    ['[ACC-5-001] needs a username', { username: '' }, { username: 'Username cannot be empty.' }],
    ['[ACC-5-002] refuses three characters', { username: 'row' }, { username: 'Username too short.' }],
    ['[ACC-5-002] takes four characters', { username: 'rowa' }, {}],
    [
      '[ACC-5-005] needs a password',
      { password: '', repeatPassword: 'x' },
      { password: 'Password cannot be empty.', repeatPassword: 'Passwords do not match.' },
    ],
    [
      '[ACC-5-006][CORE-9-001] refuses seven characters as password',
      { password: '1234567', repeatPassword: '1234567' },
      { password: 'Password too weak.' },
    ],
    [
      '[ACC-5-006][CORE-9-001] takes eight characters as password',
      { password: '12345678', repeatPassword: '12345678' },
      {},
    ],
    [
      '[ACC-5-007] needs the password twice',
      { repeatPassword: '' },
      { repeatPassword: 'Repeat password cannot be empty.' },
    ],
    [
      '[ACC-5-008] needs the same password twice',
      { repeatPassword: 'long enougH' },
      { repeatPassword: 'Passwords do not match.' },
    ],
    ['[ACC-5-010] takes an email address', { email: 'rowan@example.org' }, {}],
    [
      '[ACC-5-010] refuses an address without a dot',
      { email: 'rowan@example' },
      { email: 'Enter a valid email address.' },
    ],
    [
      '[ACC-5-010] refuses an address with a space',
      { email: 'row an@example.org' },
      { email: 'Enter a valid email address.' },
    ],
  ])('%s', (_case, change, mistakes) => {
    expect(signupMistakes({ ...good, ...change }, { emailNeeded: false })).toEqual(mistakes)
  })

  it('needs an email address where the site does', () => {
    expect(signupMistakes(good, { emailNeeded: true })).toEqual({ email: 'Email cannot be empty.' })
    expect(signupMistakes({ ...good, email: 'rowan@example.org' }, { emailNeeded: true })).toEqual({})
  })
})
