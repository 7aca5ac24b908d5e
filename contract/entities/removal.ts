import { type Static, Type } from 'typebox'
import {
  moderationReasonMaxLength,
  removalTemplateNameMaxLength,
  removalTemplatesMax,
} from '../limitValues.ts'
import { templateUses } from '../words.ts'
import { Rule } from './community.ts'
import { flag, int, listOf, oneOf, text } from './schema.ts'

/** A prepared reason of a community for removals or bans. */
export const RemovalTemplate = Type.Object({
  for: Type.Optional(oneOf(templateUses, 'What it is for; by default for removals.')),
  name: text(
    `The name that moderators choose it by, at most ${removalTemplateNameMaxLength} characters; unique among templates for the same use.`,
  ),
  text: text(
    `The text of the reason, at most ${moderationReasonMaxLength} characters. It can contain the variables of such reasons, such as \`rule\` in double braces.`,
  ),
})
export type RemovalTemplate = Static<typeof RemovalTemplate>

/** What moderators choose from when they remove something or ban someone. */
export const RemovalReasons = Type.Object({
  rules: listOf(Rule, 'The rules of the community in their order.'),
  templates: listOf(RemovalTemplate, `The templates of the community, at most ${removalTemplatesMax}.`),
  reasonRequired: flag('Whether each removal needs a rule or reason.'),
  version: int('The version of the templates; 0 before any was saved.'),
})
