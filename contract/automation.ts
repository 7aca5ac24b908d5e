/** The words of automatic rules. Separate from their schemas, so that the browser bundle can list them without those. */

/** `on` acts, `shadow` only logs. */
export const automationStates = ['on', 'shadow', 'off'] as const
export type AutomationState = (typeof automationStates)[number]

/** When a rule looks: at new posts and comments, at edits, at both, or when something is reported. */
export const automationEvents = ['new', 'edits', 'both', 'reports'] as const
export const automationTargets = ['posts', 'comments', 'both'] as const

/** `all` and `any` have conditions of their own. The others are about the text, its author, or what was counted. */
export const conditionKinds = [
  'all',
  'any',
  'words',
  'pattern',
  'language',
  'madeWithAi',
  'blockedImage',
  'domains',
  'kind',
  'length',
  'capitals',
  'links',
  'names',
  'age',
  'points',
  'trust',
  'removals',
  'earlier',
  'rate',
  'repeats',
  'similar',
  'reports',
] as const
export type ConditionKind = (typeof conditionKinds)[number]

export const conditionPlaces = ['any', 'title', 'body'] as const
export type ConditionPlace = (typeof conditionPlaces)[number]
export const contentKinds = ['text', 'link', 'image', 'comment'] as const
export type ContentKind = (typeof contentKinds)[number]
/** Languages that rules recognize, as BCP 47 has them. */
export const automationLanguages = [
  'ar',
  'bg',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'fa',
  'fi',
  'fr',
  'he',
  'hi',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'nb',
  'nl',
  'pl',
  'pt',
  'ro',
  'ru',
  'sv',
  'th',
  'tr',
  'uk',
  'vi',
  'zh',
] as const
export type AutomationLanguage = (typeof automationLanguages)[number]
export const comparisons = ['atLeast', 'below'] as const
export const repeatedParts = ['text', 'link'] as const
export const repeaters = ['author', 'anyone'] as const

/**
 * `refuse` comes before it is stored; its author can still change it. `mark` marks it *Made with AI*. `slow`, `limit` and `answer` are about
 * the post, also where the rule applies to a comment. None of them bans anyone.
 */
export const automationActs = [
  'refuse',
  'hold',
  'remove',
  'report',
  'lock',
  'mark',
  'slow',
  'limit',
  'answer',
  'notify',
] as const
export type AutomationAct = (typeof automationActs)[number]
