import { expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { lackingMessage } from '../../../contract/permissionMessages.ts'
import { ApiFailure, refusalOf } from '../../data/failure.ts'
import { bannedText, banRefusalText } from './banTexts.ts'

it.each([
  ['[ACC-8-014] nobody of that name', errors.userNotFound, 'No user with username exists.'],
  ['[ACC-8-015] one who is banned', errors.alreadyBanned, 'wren is already banned.'],
  ['[ACC-8-016] a moderator', errors.cannotBanStaff, 'Forbidden.'],
  ['[ACC-8-016] when one is no longer a moderator', errors.neitherAdminNorModerator, 'Forbidden.'],
  [
    'without the permission',
    { ...errors.neitherAdminNorModerator, message: lackingMessage(['members']) },
    'You need the “Members” permission for this.',
  ],
  ['an end that is over', errors.invalidExpiry, 'Choose a future date.'],
  ['too often', errors.tooManyRequests, null],
])('banning %s', (_case, refusal, text) => {
  expect(banRefusalText(refusalOf(new ApiFailure(refusal)), 'wren')).toBe(text)
})

it.each([
  ['reading', null, false, '@wren is banned.'],
  ['posting', null, false, '@wren can no longer post.'],
  ['participating', 'birding', false, '@wren is banned from birding.'],
  ['commenting', 'birding', false, '@wren can no longer comment in birding.'],
  ['commenting', 'birding', true, "@wren's ban was changed."],
] as const)('says that a ban from %s in %s was stored', (kind, community, isChange, text) => {
  expect(bannedText('wren', { kind, community, isChange })).toBe(text)
})
