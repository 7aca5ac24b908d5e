import { expect, it } from 'vitest'
import { changesOf } from './changes.ts'
import { emailMistake, invalidEmailText, type Settings } from './settings.ts'

const saved: Settings = {
  email: 'rowan@example.org',
  aboutMe: '',
  hideBots: false,
  isBot: false,
  botOwner: '',
  homeFeed: 'all',
  commentSort: 'best',
  language: null,
  rememberFeedSort: false,
  embedsOff: false,
  hideUserProfilePictures: false,
  requireAltText: false,
  upvoteNotificationsOff: false,
  replyNotificationsOff: false,
  mentionNotificationsOff: false,
}

it.each([
  ['nothing that was touched', {}, {}],
  ['something else than was saved', { homeFeed: 'subscriptions' }, { homeFeed: 'subscriptions' }],
  ['what was changed back', { embedsOff: false, homeFeed: 'all' }, {}],
  ['space around a text', { aboutMe: ' \n', email: 'rowan@example.org ' }, {}],
  ['a text that was removed', { email: '' }, { email: '' }],
] as const)('to be saved: %s', (_case, draft, changes) => {
  expect(changesOf(saved, draft)).toEqual(changes)
})

it.each([
  ['', null],
  ['  ', null],
  [' rowan@example.org ', null],
  ['rowan@mail.example.org', null],
  ['rowan', invalidEmailText()],
  ['rowan@example', invalidEmailText()],
  ['rowan @example.org', invalidEmailText()],
  ['rowan@example.', invalidEmailText()],
  ['@example.org', invalidEmailText()],
])('the email address "%s"', (email, mistake) => {
  expect(emailMistake(email)).toBe(mistake)
})
