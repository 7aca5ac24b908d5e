import { Type } from 'typebox'
import { Mutes } from '../entities/mute.ts'
import { IdInput, Nullable, Success } from '../entities/schema.ts'
import { endpoint } from './endpoint.ts'

export const muteEndpoints = {
  listMutes: endpoint({
    method: 'GET',
    path: '/api/mutes',
    summary: 'Whom and what the caller muted.',
    who: 'member',
    response: Mutes,
    errors: [],
  }),
  mute: endpoint({
    method: 'POST',
    path: '/api/mutes',
    summary: 'Mutes a user, a community, or both; answers with all mutes.',
    who: 'member',
    limit: 'mutes',
    body: Type.Object({
      userId: Type.Optional(Nullable(IdInput)),
      communityId: Type.Optional(Nullable(IdInput)),
    }),
    response: Mutes,
    errors: ['invalidId', 'userNotFound', 'userDeleted', 'communityNotFound', 'tooManyMutes'],
  }),
  unmuteAll: endpoint({
    method: 'DELETE',
    path: '/api/mutes',
    summary: 'Takes all mutes of a type back, without one all; answers with what there was.',
    who: 'member',
    limit: 'mutes',
    query: Type.Object({ type: Type.Optional(Type.String()) }),
    response: Mutes,
    errors: ['invalidMuteType'],
  }),
  unmuteUser: endpoint({
    method: 'DELETE',
    path: '/api/mutes/users/:userId',
    summary: 'Takes the muting of a user back, if there is one.',
    who: 'member',
    limit: 'mutes',
    params: Type.Object({ userId: IdInput }),
    response: Success,
    errors: ['invalidId'],
  }),
  unmuteCommunity: endpoint({
    method: 'DELETE',
    path: '/api/mutes/communities/:communityId',
    summary: 'Takes the muting of a community back, if there is one.',
    who: 'member',
    limit: 'mutes',
    params: Type.Object({ communityId: IdInput }),
    response: Success,
    errors: ['invalidId'],
  }),
  unmute: endpoint({
    method: 'DELETE',
    path: '/api/mutes/:muteId',
    summary: 'Takes a mute back by its own id.',
    who: 'member',
    limit: 'mutes',
    params: Type.Object({ muteId: Type.String() }),
    response: Success,
    errors: ['invalidId'],
  }),
}
