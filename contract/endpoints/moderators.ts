import { Type } from 'typebox'
import { memberName } from '../entities/schema.ts'
import { Author } from '../entities/user.ts'
import { moderatorsPerCommunityMax } from '../limitValues.ts'
import { endpoint } from './endpoint.ts'
import { inPath } from './parameters.ts'

const ofCommunity = Type.Object({ communityId: inPath.communityId })

export const moderatorEndpoints = {
  listModerators: endpoint({
    method: 'GET',
    path: '/api/communities/:communityId/mods',
    summary: `Lists the moderators by rank, the highest first; a community has at most ${moderatorsPerCommunityMax}.`,
    who: 'all',
    params: ofCommunity,
    response: Type.Array(Author),
    errors: ['invalidId', 'communityNotFound'],
  }),
  addModerator: endpoint({
    method: 'POST',
    path: '/api/communities/:communityId/mods',
    summary:
      'Makes a user a member and the moderator of the lowest rank, and notifies the user; returns all moderators.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'communityTools',
    params: ofCommunity,
    body: Type.Object({
      username: Type.Optional(memberName('The name of the user, in upper or lower case; required.')),
    }),
    response: Type.Array(Author),
    errors: [
      'invalidId',
      'communityNotFound',
      'emptyUsername',
      'userNotFound',
      'notModeratorNorAdmin',
      'userBanned',
      'bannedFromCommunity',
      'tooManyModerators',
    ],
  }),
  removeModerator: endpoint({
    method: 'DELETE',
    path: '/api/communities/:communityId/mods/:username',
    summary: 'Removes a moderator from a community, who stays a member; returns that user.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'communityTools',
    params: Type.Object({ communityId: inPath.communityId, username: inPath.username }),
    response: Author,
    errors: ['invalidId', 'communityNotFound', 'userNotFound', 'notModeratorNorAdmin', 'lowerModerator'],
  }),
}
