import { describe, expect, it } from 'vitest'
import type { Image } from '../../../contract/entities/image.ts'
import { inLanguage } from '../../../contract/texts/language.ts'
import { pictureToUpdate } from '../../data/account/ownPicture.ts'
import { lastSeenText, profileRefusal, userFeedOf } from './profile.ts'

const rowan = { username: 'rowan' }

describe('the part of a profile that a URL selects', () => {
  // [CORE-2-182] [CORE-2-183]
  it.each([
    ['', 'overview'],
    ['filter=', 'overview'],
    ['filter=posts', 'posts'],
    ['filter=comments', 'comments'],
    ['filter=Posts', 'overview'],
    ['filter=votes', 'overview'],
  ])('?%s is %s', (query, filter) => {
    expect(userFeedOf(rowan, new URLSearchParams(query))).toEqual({ username: 'rowan', filter, from: null })
  })

  it('may begin with a later page', () => {
    expect(userFeedOf(rowan, new URLSearchParams('next=7.2')).from).toBe('7.2')
  })
})

describe('a profile is closed', () => {
  const guest = null
  const admin = { isAdmin: true }
  const open = { deleted: false, isBanned: false }
  // [CORE-2-200] [CORE-2-201] [CORE-6-020] [CORE-6-021]
  it.each([
    ['to nobody as long as there is no reason', open, guest, null],
    ['when the account was deleted', { ...open, deleted: true }, guest, 'Account deleted.'],
    ['when the account was banned', { ...open, isBanned: true }, guest, 'Account suspended.'],
    ['but not to admins when it was deleted', { ...open, deleted: true }, admin, null],
    ['but not to admins when it was banned', { ...open, isBanned: true }, admin, null],
    ['to members as to guests', { ...open, isBanned: true }, { isAdmin: false }, 'Account suspended.'],
  ])('%s', (_case, user, viewer, reason) => {
    expect(profileRefusal(user, viewer)).toBe(reason)
  })
})

it('[CORE-2-174] the month of the last visit is shown, the current one as “this month”', () => {
  const now = new Date('2024-11-30T23:59:00Z')
  expect(lastSeenText('November 2024', now)).toBe('Last seen this month')
  expect(lastSeenText('November 2023', now)).toBe('Last seen in November 2023')
})

it('the month of the last visit is compared and written in the language of the page', () => {
  const now = new Date('2024-03-30T23:59:00Z')
  inLanguage('de', () => {
    expect(lastSeenText('March 2024', now)).toBe('Zuletzt gesehen: diesen Monat')
    expect(lastSeenText('October 2023', now)).toBe('Zuletzt gesehen: Oktober 2023')
  })
})

describe('changing the alt text of one’s own picture', () => {
  it('[CORE-5-033] needs a user', () => {
    expect(() => pictureToUpdate(null)).toThrow('No user to update.')
  })

  it('[CORE-5-034] needs a picture', () => {
    expect(() => pictureToUpdate({ proPic: null })).toThrow('No profile picture to update.')
    const proPic = { id: '7' } as Image
    expect(pictureToUpdate({ proPic })).toBe(proPic)
  })
})
