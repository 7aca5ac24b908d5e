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
    ...['Rowan2026!', 'moss-society', 'MOSS.example'].map(
      (guess) =>
        [
          `that is ${guess}`,
          guess,
          guess,
          { newPassword: "A password can't be your username or the name of this site. Choose another one." },
        ] as const,
    ),
    ['of eight characters', '12345678', '12345678', {}],
  ])('%s', (_case, newPassword, repeatPassword, mistakes) => {
    const words = { username: 'rowan', siteName: 'Moss Society', hostname: 'moss.example' }
    expect(newPasswordMistakes({ newPassword, repeatPassword }, words)).toEqual(mistakes)
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
