import { describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { mistakeOfRefusal, mistakeWhenLeft, type SignupFields, signupMistakes } from './signupMistakes.ts'

const good: SignupFields = {
  username: 'rowan',
  email: '',
  password: 'long enough',
  repeatPassword: 'long enough',
}

const site = { emailNeeded: false, siteName: 'Moss Society', hostname: 'moss.example' }

describe('a sign-up form', () => {
  it('[ACC-5-009] without an email address is complete', () => {
    expect(signupMistakes(good, site)).toEqual({})
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
    expect(signupMistakes({ ...good, ...change }, site)).toEqual(mistakes)
  })

  it('needs an email address where the site does', () => {
    expect(signupMistakes(good, { ...site, emailNeeded: true })).toEqual({ email: 'Email cannot be empty.' })
    expect(signupMistakes({ ...good, email: 'rowan@example.org' }, { ...site, emailNeeded: true })).toEqual(
      {},
    )
  })
})

describe('a field of a sign-up form', () => {
  it.each<[string, keyof SignupFields, string, string | undefined]>([
    ['an empty one', 'password', '', undefined],
    ['a good password', 'password', 'long enough', undefined],
    ['a short password', 'password', '1234567', 'Password too weak.'],
    [
      'the username as password',
      'password',
      'Rowan-2026',
      "A password can't be your username or the name of this site. Choose another one.",
    ],
    [
      'the name of the site as password',
      'password',
      'mosssociety',
      "A password can't be your username or the name of this site. Choose another one.",
    ],
    ['another password', 'repeatPassword', 'long enougH', 'Passwords do not match.'],
    ['half an address', 'email', 'rowan@', 'Enter a valid email address.'],
  ])('says what is wrong as soon as it is left: %s', (_case, name, value, mistake) => {
    expect(mistakeWhenLeft(name, { ...good, [name]: value }, site)).toBe(mistake)
  })

  it.each([
    ['usernameTaken', { username: 'rowan is already taken.' }],
    ['usernameReserved', { username: 'This username is reserved. Choose another one.' }],
    ['emailNeeded', { email: 'Email cannot be empty.' }],
    ['invalidEmail', { email: 'Enter a valid email address.' }],
    ['mailDomainRefused', { email: "This site doesn't accept email addresses from that domain." }],
    ['passwordCommon', { password: 'That password is too common. Choose another one.' }],
    ['signupsDisabled', null],
  ] as const)('says what the server refuses: %s', (name, mistakes) => {
    expect(mistakeOfRefusal(errors[name].code, good)).toEqual(mistakes)
  })
})
