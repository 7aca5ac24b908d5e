import { describe, expect, it } from 'vitest'
import { deletionMistakes, newPasswordMistakes } from './accountMistakes.ts'

describe('a new password', () => {
  it.each([
    ['[CORE-5-026] of seven characters', '1234567', '1234567', { newPassword: 'Password too short.' }],
    [
      '[CORE-5-026] of eight with the space around it',
      ' 123456 ',
      ' 123456 ',
      { newPassword: 'Password too short.' },
    ],
    ['[CORE-5-025] not repeated', '12345678', '', { repeatPassword: 'Passwords do not match.' }],
    [
      '[CORE-5-025] repeated otherwise',
      '12345678',
      '12345679',
      { repeatPassword: 'Passwords do not match.' },
    ],
    ['repeated with a space', '12345678', '12345678 ', {}],
    ['of eight characters', '12345678', '12345678', {}],
  ])('%s', (_case, newPassword, repeatPassword, mistakes) => {
    const words = { username: 'rowan', siteName: 'Moss Society', hostname: 'moss.example' }
    expect(newPasswordMistakes({ newPassword, repeatPassword }, words)).toEqual(mistakes)
  })
})

describe('a new password that is a name of its surroundings', () => {
  it.each(['Rowan2026!', 'moss-society', 'MOSS.example'])('is refused: %s', (guess) => {
    const words = { username: 'rowan', siteName: 'Moss Society', hostname: 'moss.example' }
    expect(newPasswordMistakes({ newPassword: guess, repeatPassword: guess }, words)).toEqual({
      newPassword: "A password can't be your username or the name of this site. Choose another one.",
    })
  })
})

describe('deleting an account', () => {
  it.each(['yes', 'Yes', 'YES ', ' YES', '', 'YESS'])('[CORE-5-027] is not confirmed with %j', (word) => {
    expect(deletionMistakes({ word, password: 'x' })).toEqual({
      word: 'Type YES in capital letters to continue.',
    })
  })

  it('[CORE-5-027] is confirmed with YES', () => {
    expect(deletionMistakes({ word: 'YES', password: 'x' })).toEqual({})
  })

  it('[CORE-5-028] needs the password', () => {
    expect(deletionMistakes({ word: 'YES', password: '' })).toEqual({ password: 'Password empty.' })
  })
})
