import { Type } from 'typebox'
import { automationStates } from '../automation.ts'
import {
  AutomationDefinition,
  AutomationHit,
  AutomationRule,
  AutomationTrial,
  AutomationUndo,
  AutomationVersion,
  ImportedAutomation,
} from '../entities/automation.ts'
import { described, idText, listOf, Nullable, oneOf, text, time } from '../entities/schema.ts'
import {
  automationHitsPerPage,
  automationNameMaxLength,
  automationRulesMax,
  automationTriedMax,
  automationWhyMaxLength,
  automationYamlMaxLength,
} from '../limitValues.ts'
import { endpoint } from './endpoint.ts'
import { cutAt, optional } from './parameters.ts'

const scope = {
  communityId: idText('community', 'The community; without it, the rules of the whole site, for admins.'),
}
const scopeGiven = {
  communityId: Type.Optional(
    Nullable(idText('community', 'The community; null or missing for the whole site, for admins.')),
  ),
}
const oneRule = Type.Object({ ruleId: text('The number of the rule.') })
const name = text(`The name. ${cutAt(automationNameMaxLength)}`)
const state = oneOf(automationStates, 'Whether it acts, only logs, or does nothing.')
const why = Type.Optional(
  Nullable(text(`Why it was changed, for other moderators. ${cutAt(automationWhyMaxLength)}`)),
)
const ofScope = ['invalidId', 'communityNotFound', 'neitherAdminNorModerator', 'notAdmin'] as const

/** Automatic rules; additions to the original API. */
export const automationEndpoints = {
  listAutomation: endpoint({
    method: 'GET',
    path: '/api/automation',
    summary: 'Lists the automatic rules of a community or of the whole site, in their order.',
    who: 'member',
    query: optional(scope),
    response: Type.Object({ rules: listOf(AutomationRule, `At most ${automationRulesMax}.`) }),
    errors: ofScope,
  }),
  createAutomation: endpoint({
    method: 'POST',
    path: '/api/automation',
    summary:
      'Creates an automatic rule, which runs after the others. Site-wide rules run before those of a community.',
    who: 'member',
    takesIdempotencyKey: true,
    limit: 'communityTools',
    body: Type.Object({ ...scopeGiven, name, state, definition: AutomationDefinition, why }),
    response: AutomationRule,
    errors: [...ofScope, 'invalidAutomation', 'tooManyAutomations'],
  }),
  orderAutomation: endpoint({
    method: 'PUT',
    path: '/api/automation',
    summary:
      'Changes the order of the rules of a community or of the site. Rules that are not listed come last. Returns all of them.',
    who: 'member',
    limit: 'communityTools',
    body: Type.Object({
      ...scopeGiven,
      order: Type.Array(Type.String({ pattern: '^[0-9]{1,18}$' }), {
        maxItems: automationRulesMax,
        description: 'The numbers of the rules in their new order.',
      }),
    }),
    response: Type.Object({ rules: listOf(AutomationRule, 'The rules in their new order.') }),
    errors: ofScope,
  }),
  tryAutomation: endpoint({
    method: 'POST',
    path: '/api/automation/try',
    summary: `Tests a rule on the latest ${automationTriedMax.toLocaleString('en')} posts and as many comments: returns which ones it would apply to, and how many of these moderators removed. Changes nothing.`,
    who: 'member',
    limit: 'communityTools',
    body: Type.Object({ ...scopeGiven, definition: AutomationDefinition }),
    response: AutomationTrial,
    errors: [...ofScope, 'invalidAutomation'],
  }),
  importAutomation: endpoint({
    method: 'POST',
    path: '/api/automation/import',
    summary:
      'Converts AutoModerator rules in YAML as far as possible, and lists what cannot be converted. Stores nothing.',
    who: 'member',
    limit: 'communityTools',
    body: Type.Object({
      ...scopeGiven,
      yaml: text(
        `The rules, separated by lines of three hyphens; at most ${automationYamlMaxLength} characters.`,
      ),
    }),
    response: Type.Object({
      rules: listOf(
        ImportedAutomation,
        'The rules that could be converted at least in part. `leftOut` lists what could not.',
      ),
    }),
    errors: [...ofScope, 'invalidAutomation'],
  }),
  listAutomationHits: endpoint({
    method: 'GET',
    path: '/api/automation/hits',
    summary: `Lists what rules applied to, the latest first, ${automationHitsPerPage} at a time.`,
    who: 'member',
    query: optional({
      ...scope,
      rule: text('The number of a rule, to list only its hits.'),
      next: text('The cursor of the page: `next` of the previous page.'),
    }),
    response: Type.Object({
      hits: listOf(AutomationHit, 'The hits of this page.'),
      next: Nullable(text('The cursor of the next page; null if there is none.')),
    }),
    errors: [...ofScope, 'invalidCursor', 'automationNotFound'],
  }),
  getAutomation: endpoint({
    method: 'GET',
    path: '/api/automation/:ruleId',
    summary: 'Returns a rule with its versions and undos.',
    who: 'member',
    params: oneRule,
    response: Type.Object({
      rule: described('The rule.', AutomationRule),
      versions: listOf(AutomationVersion, 'The latest first.'),
      undos: listOf(AutomationUndo, 'The latest first.'),
    }),
    errors: ['automationNotFound', 'neitherAdminNorModerator', 'notAdmin'],
  }),
  updateAutomation: endpoint({
    method: 'PUT',
    path: '/api/automation/:ruleId',
    summary: 'Updates a rule. Missing keys are not changed.',
    who: 'member',
    limit: 'communityTools',
    params: oneRule,
    body: Type.Object({
      name: Type.Optional(name),
      state: Type.Optional(state),
      definition: Type.Optional(AutomationDefinition),
      why,
    }),
    response: AutomationRule,
    errors: ['automationNotFound', 'neitherAdminNorModerator', 'notAdmin', 'invalidAutomation'],
  }),
  deleteAutomation: endpoint({
    method: 'DELETE',
    path: '/api/automation/:ruleId',
    summary: 'Deletes a rule. What it did is not undone, and its hits stay in the log.',
    who: 'member',
    limit: 'communityTools',
    params: oneRule,
    response: AutomationRule,
    errors: ['automationNotFound', 'neitherAdminNorModerator', 'notAdmin'],
  }),
  undoAutomation: endpoint({
    method: 'POST',
    path: '/api/automation/:ruleId/undo',
    summary:
      'Undoes everything that a rule has done since a given time, in the background: restores what it removed, unlocks what it locked, closes its reports, and approves what it held. Later decisions by moderators are kept.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'communityTools',
    params: oneRule,
    body: Type.Object({ since: time('Undo what the rule did at this time or later.') }),
    response: AutomationUndo,
    errors: ['automationNotFound', 'neitherAdminNorModerator', 'notAdmin', 'invalidAutomation'],
  }),
}
