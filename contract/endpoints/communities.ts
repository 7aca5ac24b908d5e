import { Type } from 'typebox'
import { Community } from '../entities/community.ts'
import { IdInput, Nullable } from '../entities/schema.ts'
import { endpoint } from './endpoint.ts'

const byIdOrName = Type.Object({ communityId: Type.String() })

export const communityEndpoints = {
  listCommunities: endpoint({
    method: 'GET',
    path: '/api/communities',
    summary: 'Communities of a set, or those whose name contains `q`.',
    who: 'all',
    query: Type.Object({
      q: Type.Optional(Type.String()),
      set: Type.Optional(Type.String()),
      sort: Type.Optional(Type.String()),
      limit: Type.Optional(Type.String()),
      render: Type.Optional(Type.String()),
    }),
    response: Type.Array(Community),
    errors: ['invalidCommunityLimit', 'invalidCommunitySort', 'notLoggedIn'],
  }),
  createCommunity: endpoint({
    method: 'POST',
    path: '/api/communities',
    summary: 'Creates a community; its creator becomes member and first moderator.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'communityCreation',
    body: Type.Object({ name: Type.String({ default: '' }), about: Type.String({ default: '' }) }),
    response: Community,
    errors: [
      'communityNameEmpty',
      'communityNameTooShort',
      'communityNameTooLong',
      'communityNameCharacters',
      'communityNameReserved',
      'notAdmin',
      'notEnoughPointsForCommunity',
      'tooManyCommunities',
      'communityExists',
    ],
  }),
  getCommunity: endpoint({
    method: 'GET',
    path: '/api/communities/:communityId',
    summary: 'One community by id, or with byName=true by its name in any case.',
    who: 'all',
    params: byIdOrName,
    query: Type.Object({ byName: Type.Optional(Type.String()), render: Type.Optional(Type.String()) }),
    response: Community,
    errors: ['invalidId', 'communityNotFound'],
  }),
  updateCommunity: endpoint({
    method: 'PUT',
    path: '/api/communities/:communityId',
    summary: 'Changes what a community says of itself and who may post in it; missing keys stay.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'communityTools',
    params: byIdOrName,
    query: Type.Object({ byName: Type.Optional(Type.String()), render: Type.Optional(Type.String()) }),
    body: Type.Object({
      nsfw: Type.Optional(Type.Boolean()),
      about: Type.Optional(Nullable(Type.String())),
      postingRestricted: Type.Optional(Type.Boolean()),
    }),
    response: Community,
    errors: ['invalidId', 'communityNotFound', 'notModerator'],
  }),
  joinCommunity: endpoint({
    method: 'POST',
    path: '/api/_joinCommunity',
    summary: 'Joins a community, or with `leave` leaves it (and ends being its moderator).',
    who: 'member',
    limit: 'join',
    body: Type.Object({ communityId: IdInput, leave: Type.Boolean({ default: false }) }),
    response: Community,
    errors: ['communityNotFound'],
  }),
}
