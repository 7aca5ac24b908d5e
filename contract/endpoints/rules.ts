import { Type } from 'typebox'
import { Rule } from '../entities/community.ts'
import { Nullable } from '../entities/schema.ts'
import { limits } from '../limits.ts'
import { endpoint } from './endpoint.ts'

const ofCommunity = Type.Object({ communityId: Type.String() })
const oneRule = Type.Object({ communityId: Type.String(), ruleId: Type.String() })
const description = Type.Optional(Nullable(Type.String()))
const zIndex = Type.Optional(Type.Integer({ minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }))

export const ruleEndpoints = {
  listRules: endpoint({
    method: 'GET',
    path: '/api/communities/:communityId/rules',
    summary: 'The rules of a community in order.',
    who: 'all',
    params: ofCommunity,
    response: Type.Array(Rule),
    errors: ['invalidId', 'communityNotFound'],
  }),
  createRule: endpoint({
    method: 'POST',
    path: '/api/communities/:communityId/rules',
    summary: 'Adds a rule below the others; answers with all of them.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'communityTools',
    params: ofCommunity,
    body: Type.Object({ rule: Type.String({ default: '' }), description }),
    response: Type.Array(Rule),
    errors: ['invalidId', 'communityNotFound', 'emptyRule', 'notModerator', 'tooManyRules'],
  }),
  reorderRules: endpoint({
    method: 'PUT',
    path: '/api/communities/:communityId/rules',
    summary:
      'Puts the rules into the order of their ids; those left out come last. Answers with all of them.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'communityTools',
    params: ofCommunity,
    body: Type.Object({ order: Type.Array(Type.Integer(), { maxItems: limits.rulesPerCommunityMax }) }),
    response: Type.Array(Rule),
    errors: ['invalidId', 'communityNotFound', 'notModerator'],
  }),
  getRule: endpoint({
    method: 'GET',
    path: '/api/communities/:communityId/rules/:ruleId',
    summary: 'One rule.',
    who: 'all',
    params: oneRule,
    response: Rule,
    errors: ['ruleNotFound', 'rulesNotFound'],
  }),
  updateRule: endpoint({
    method: 'PUT',
    path: '/api/communities/:communityId/rules/:ruleId',
    summary: 'Changes a rule; missing keys stay. A smaller zIndex comes first.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'communityTools',
    params: oneRule,
    body: Type.Object({ rule: Type.Optional(Type.String()), description, zIndex }),
    response: Rule,
    errors: ['ruleNotFound', 'rulesNotFound', 'emptyRule', 'notModerator'],
  }),
  deleteRule: endpoint({
    method: 'DELETE',
    path: '/api/communities/:communityId/rules/:ruleId',
    summary: 'Deletes a rule; answers with what it was.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'communityTools',
    params: oneRule,
    response: Rule,
    errors: ['ruleNotFound', 'rulesNotFound', 'notModerator'],
  }),
}
