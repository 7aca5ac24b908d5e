import { Type } from 'typebox'
import { Rule } from '../entities/community.ts'
import { int, Nullable, text } from '../entities/schema.ts'
import { ruleMaxLength, rulesPerCommunityMax } from '../limitValues.ts'
import { endpoint } from './endpoint.ts'
import { cutAt, inPath } from './parameters.ts'

const ofCommunity = Type.Object({ communityId: inPath.communityId })
const oneRule = Type.Object({ communityId: inPath.communityId, ruleId: text('The number of the rule.') })
const rule = `The rule itself. ${cutAt(ruleMaxLength)}`
const description = Type.Optional(Nullable(text(`An explanation of the rule. ${cutAt(ruleMaxLength)}`)))
const zIndex = Type.Optional(
  int('The position: rules with a smaller one come first.', { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }),
)

export const ruleEndpoints = {
  listRules: endpoint({
    method: 'GET',
    path: '/api/communities/:communityId/rules',
    summary: `Lists the rules of a community in their order, at most ${rulesPerCommunityMax}.`,
    who: 'all',
    params: ofCommunity,
    response: Type.Array(Rule),
    errors: ['invalidId', 'communityNotFound'],
  }),
  createRule: endpoint({
    method: 'POST',
    path: '/api/communities/:communityId/rules',
    summary: 'Adds a rule below the others; returns all of them.',
    who: 'member',
    takesIdempotencyKey: true,
    changesWhatGuestsSee: true,
    limit: 'communityTools',
    params: ofCommunity,
    body: Type.Object({ rule: Type.String({ default: '', description: rule }), description }),
    response: Type.Array(Rule),
    errors: ['invalidId', 'communityNotFound', 'emptyRule', 'notModerator', 'tooManyRules'],
  }),
  reorderRules: endpoint({
    method: 'PUT',
    path: '/api/communities/:communityId/rules',
    summary: 'Orders the rules by a list of their numbers; missing ones come last. Returns all of them.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'communityTools',
    params: ofCommunity,
    body: Type.Object({
      order: Type.Array(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }), {
        maxItems: rulesPerCommunityMax,
        description: 'The numbers of the rules in their new order.',
      }),
    }),
    response: Type.Array(Rule),
    errors: ['invalidId', 'communityNotFound', 'notModerator'],
  }),
  getRule: endpoint({
    method: 'GET',
    path: '/api/communities/:communityId/rules/:ruleId',
    summary: 'Returns one rule.',
    who: 'all',
    params: oneRule,
    response: Rule,
    errors: ['ruleNotFound', 'rulesNotFound'],
  }),
  updateRule: endpoint({
    method: 'PUT',
    path: '/api/communities/:communityId/rules/:ruleId',
    summary: 'Changes a rule; missing keys stay as they are.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'communityTools',
    params: oneRule,
    body: Type.Object({ rule: Type.Optional(text(rule)), description, zIndex }),
    response: Rule,
    errors: ['ruleNotFound', 'rulesNotFound', 'emptyRule', 'notModerator'],
  }),
  deleteRule: endpoint({
    method: 'DELETE',
    path: '/api/communities/:communityId/rules/:ruleId',
    summary: 'Deletes a rule; returns it as it was.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'communityTools',
    params: oneRule,
    response: Rule,
    errors: ['ruleNotFound', 'rulesNotFound', 'notModerator'],
  }),
}
