import { Type } from 'typebox'
import { BannedMember } from '../entities/ban.ts'
import { Nullable, text } from '../entities/schema.ts'
import { Author } from '../entities/user.ts'
import { banNoteMaxLength, bannedMembersShown } from '../limitValues.ts'
import { endpoint } from './endpoint.ts'
import { cutAt, inPath, optional } from './parameters.ts'

const ofCommunity = Type.Object({ communityId: inPath.communityId })
const username = Type.Optional(text('The name of the user, in upper or lower case; required.'))

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
    summary: 'Bans a member from a community, for good or until `expires`.',
    who: 'member',
    limit: 'moderation',
    params: ofCommunity,
    body: Type.Object({
      username,
      expires: Type.Optional(
        Nullable(text('When the ban ends: RFC 3339, in the future. By default it lasts until it is lifted.')),
      ),
      note: Type.Optional(Nullable(text(`A note for the other moderators. ${cutAt(banNoteMaxLength)}`))),
    }),
    response: BannedMember,
    errors: [
      'invalidId',
      'communityNotFound',
      'neitherAdminNorModerator',
      'noUsername',
      'userNotFound',
      'cannotBanStaff',
      'invalidExpiry',
      'alreadyBanned',
    ],
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
