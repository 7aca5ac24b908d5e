import { Type } from 'typebox'
import { BannedMember } from '../entities/ban.ts'
import { Nullable } from '../entities/schema.ts'
import { Author } from '../entities/user.ts'
import { endpoint } from './endpoint.ts'

const ofCommunity = Type.Object({ communityId: Type.String() })
const username = Type.String({ default: '' })

/** Who may not take part in a community; for its moderators and admins. */
export const banEndpoints = {
  listBanned: endpoint({
    method: 'GET',
    path: '/api/communities/:communityId/banned',
    summary: 'Who is banned from a community now, the latest first, at most a thousand.',
    who: 'member',
    params: ofCommunity,
    query: Type.Object({ q: Type.Optional(Type.String({ description: 'How their names begin.' })) }),
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
      expires: Type.Optional(Nullable(Type.String({ description: 'RFC 3339; in the future.' }))),
      /** For the other moderators. */
      note: Type.Optional(Nullable(Type.String())),
    }),
    response: BannedMember,
    errors: [
      'invalidId',
      'communityNotFound',
      'neitherAdminNorModerator',
      'noUsername',
      'userNotFound',
      'officialsAreNotBanned',
      'invalidExpiry',
      'alreadyBanned',
    ],
  }),
  unbanFromCommunity: endpoint({
    method: 'DELETE',
    path: '/api/communities/:communityId/banned',
    summary: 'Lifts a ban, also of somebody who is not banned.',
    who: 'member',
    limit: 'moderation',
    params: ofCommunity,
    body: Type.Object({ username }),
    response: Author,
    errors: ['invalidId', 'communityNotFound', 'neitherAdminNorModerator', 'noUsername', 'userNotFound'],
  }),
}
