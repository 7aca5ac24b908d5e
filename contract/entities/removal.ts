import { type Static, Type } from 'typebox'
import {
  moderationReasonMaxLength,
  removalTemplateNameMaxLength,
  removalTemplatesMax,
} from '../limitValues.ts'
import { templateUses } from '../words.ts'
import { Rule } from './community.ts'
import { int, listOf, oneOf, text } from './schema.ts'

/** A text that a community has ready for the reason of a removal or a ban. */
export const RemovalTemplate = Type.Object({
  for: Type.Optional(oneOf(templateUses, 'What it is for; by default for removals.')),
  name: text(
    `What moderators choose it by, of its own among those for the same, at most ${removalTemplateNameMaxLength} characters.`,
  ),
  text: text(
    `The text of the reason, at most ${moderationReasonMaxLength} characters. It can have the variables of such reasons, such as \`rule\` in double braces.`,
  ),
})
export type RemovalTemplate = Static<typeof RemovalTemplate>

/** What moderators choose from when they remove something or ban somebody. */
export const RemovalReasons = Type.Object({
  rules: listOf(Rule, 'The rules of the community in their order.'),
  templates: listOf(RemovalTemplate, `The templates of the community, at most ${removalTemplatesMax}.`),
  version: int('The version of the templates; 0 before any was saved.'),
})
