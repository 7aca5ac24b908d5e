import { Type } from 'typebox'
import { defaultBanKind } from '../bans.ts'
import { BannedMember } from '../entities/ban.ts'
import { memberName, Nullable, text } from '../entities/schema.ts'
import { Author } from '../entities/user.ts'
import { banNoteMaxLength, bannedMembersShown, moderationReasonMaxLength } from '../limitValues.ts'
import type { BanKind } from '../words.ts'
import { endpoint } from './endpoint.ts'
import { cutAt, inPath, optional } from './parameters.ts'

const kindTexts: Record<BanKind, string> = {
  posting: '`posting`',
  commenting: '`commenting`',
  participating: '`participating` (posting, commenting, voting and reporting)',
  reading: '`reading` (these and reading)',
}
/** The kinds of bans, for the documentation of the calls that take one. */
export const banKindsText = Object.values(kindTexts).join(', ')

const ofCommunity = Type.Object({ communityId: inPath.communityId })
const username = Type.Optional(memberName('The name of the user, in upper or lower case; required.'))

/** The fields of a ban; `missing` describes the defaults. */
const banOf = (missing: { kind: string; expires: string }) => ({
  kind: Type.Optional(Nullable(text(`What the ban forbids: ${banKindsText}. ${missing.kind}`))),
  expires: Type.Optional(Nullable(text(`When the ban ends: RFC 3339, in the future. ${missing.expires}`))),
  reason: Type.Optional(
    Nullable(
      text(
        `Why, for the member and the moderation log. It can have variables in double braces: \`author\`, \`rule\`, \`community\`, \`kind\` and \`end\`. ${cutAt(moderationReasonMaxLength)}`,
      ),
    ),
  ),
  ruleId: Type.Optional(
    Nullable(Type.Number({ description: 'The number of the rule of the community for which it is done.' })),
  ),
  note: Type.Optional(Nullable(text(`A note for the other moderators. ${cutAt(banNoteMaxLength)}`))),
})
const banErrors = [
  'invalidId',
  'communityNotFound',
  'neitherAdminNorModerator',
  'noUsername',
  'userNotFound',
  'cannotBanStaff',
  'invalidBanKind',
  'invalidExpiry',
  'ruleNotFound',
] as const

/** The users who are banned from a community; for its moderators and admins. */
export const banEndpoints = {
  listBanned: endpoint({
    method: 'GET',
    path: '/api/communities/:communityId/banned',
    summary: `Lists the users who are banned from a community, the latest ban first, at most ${bannedMembersShown.toLocaleString('en')}.`,
    who: 'member',
    params: ofCommunity,
    query: optional({ q: text('The beginning of their names.') }),
    response: Type.Array(BannedMember),
    errors: ['invalidId', 'communityNotFound', 'neitherAdminNorModerator'],
  }),
  banFromCommunity: endpoint({
    method: 'POST',
    path: '/api/communities/:communityId/banned',
    summary:
      'Bans a member from a community, or from some activities there, permanently or until `expires`. The member is notified.',
    who: 'member',
    limit: 'moderation',
    params: ofCommunity,
    body: Type.Object({
      username,
      ...banOf({
        kind: `By default \`${defaultBanKind}\`.`,
        expires: 'By default it lasts until it is lifted.',
      }),
    }),
    response: BannedMember,
    errors: [...banErrors, 'alreadyBanned'],
  }),
  changeCommunityBan: endpoint({
    method: 'PUT',
    path: '/api/communities/:communityId/banned',
    summary:
      'Changes a ban that is in force. Missing fields stay as they are, but reason and rule are changed together. The member is notified, unless only the note changes.',
    who: 'member',
    limit: 'moderation',
    params: ofCommunity,
    body: Type.Object({
      username,
      ...banOf({
        kind: 'By default it stays as it is.',
        expires: 'If it is null, the ban lasts until it is lifted; by default the end stays as it is.',
      }),
    }),
    response: BannedMember,
    errors: [...banErrors, 'notBanned'],
  }),
  unbanFromCommunity: endpoint({
    method: 'DELETE',
    path: '/api/communities/:communityId/banned',
    summary: 'Lifts a ban. It also succeeds if the user is not banned.',
    who: 'member',
    limit: 'moderation',
    params: ofCommunity,
    body: Type.Object({ username }),
    response: Author,
    errors: ['invalidId', 'communityNotFound', 'neitherAdminNorModerator', 'noUsername', 'userNotFound'],
  }),
}
