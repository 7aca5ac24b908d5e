import { Type } from 'typebox'
import { Author } from '../entities/user.ts'
import { endpoint } from './endpoint.ts'

const ofCommunity = Type.Object({ communityId: Type.String() })

export const moderatorEndpoints = {
  listModerators: endpoint({
    method: 'GET',
    path: '/api/communities/:communityId/mods',
    summary: 'The moderators in their order, highest first.',
    who: 'all',
    params: ofCommunity,
    response: Type.Array(Author),
    errors: ['invalidId', 'communityNotFound'],
  }),
  addModerator: endpoint({
    method: 'POST',
    path: '/api/communities/:communityId/mods',
    summary: 'Makes somebody member and lowest moderator, and tells them; answers with all moderators.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'communityTools',
    params: ofCommunity,
    body: Type.Object({ username: Type.String({ default: '' }) }),
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
    summary: 'Ends that somebody moderates a community; answers with them. They stay a member.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'communityTools',
    params: Type.Object({ communityId: Type.String(), username: Type.String() }),
    response: Author,
    errors: ['invalidId', 'communityNotFound', 'userNotFound', 'notModeratorNorAdmin', 'lowerModerator'],
  }),
}
