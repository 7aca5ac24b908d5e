import { Type } from 'typebox'
import { Mutes } from '../entities/mute.ts'
import { idInput, Nullable, Success, text } from '../entities/schema.ts'
import { mutesMax } from '../limitValues.ts'
import { muteTypes } from '../words.ts'
import { endpoint } from './endpoint.ts'
import { choice, optional } from './parameters.ts'

export const muteEndpoints = {
  listMutes: endpoint({
    method: 'GET',
    path: '/api/mutes',
    summary: `Lists the users and communities that you muted, at most ${mutesMax.toLocaleString('en')} of each.`,
    who: 'member',
    response: Mutes,
    errors: [],
  }),
  mute: endpoint({
    method: 'POST',
    path: '/api/mutes',
    summary: 'Mutes a user, a community, or both; returns all mutes.',
    who: 'member',
    limit: 'mutes',
    body: Type.Object({
      userId: Type.Optional(Nullable(idInput('user', 'The id of the user to mute.'))),
      communityId: Type.Optional(Nullable(idInput('community', 'The id of the community to mute.'))),
    }),
    response: Mutes,
    errors: ['invalidId', 'userNotFound', 'userDeleted', 'communityNotFound', 'tooManyMutes'],
  }),
  unmuteAll: endpoint({
    method: 'DELETE',
    path: '/api/mutes',
    summary: 'Removes all mutes, or all of one type; returns the removed mutes.',
    who: 'member',
    limit: 'mutes',
    query: optional({
      type: choice(muteTypes, {
        description: 'Which mutes; by default both types.',
        refusal: 'invalidMuteType',
      }),
    }),
    response: Mutes,
    errors: ['invalidMuteType'],
  }),
  unmuteUser: endpoint({
    method: 'DELETE',
    path: '/api/mutes/users/:userId',
    summary: 'Unmutes a user. It also succeeds if the user is not muted.',
    who: 'member',
    limit: 'mutes',
    params: Type.Object({ userId: idInput('user', 'The id of the user.') }),
    response: Success,
    errors: ['invalidId'],
  }),
  unmuteCommunity: endpoint({
    method: 'DELETE',
    path: '/api/mutes/communities/:communityId',
    summary: 'Unmutes a community. It also succeeds if the community is not muted.',
    who: 'member',
    limit: 'mutes',
    params: Type.Object({ communityId: idInput('community', 'The id of the community.') }),
    response: Success,
    errors: ['invalidId'],
  }),
  unmute: endpoint({
    method: 'DELETE',
    path: '/api/mutes/:muteId',
    summary: 'Removes a mute by its own id.',
    who: 'member',
    limit: 'mutes',
    params: Type.Object({ muteId: text('The id of the mute: `u_` or `c_` and a number.') }),
    response: Success,
    errors: ['invalidId'],
  }),
}
