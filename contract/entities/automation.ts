import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import {
  automationActs,
  automationEvents,
  automationLanguages,
  automationStates,
  automationTargets,
  comparisons,
  conditionKinds,
  conditionPlaces,
  contentKinds,
  repeatedParts,
  repeaters,
} from '../automation.ts'
import {
  automationHoursMax,
  automationNameMaxLength,
  automationNumberMax,
  automationPatternMaxLength,
  automationTextMaxLength,
  commentLimitHoursMax,
  slowModeSecondsMax,
  slowModeSecondsMin,
} from '../limitValues.ts'
import { commenterGroups, contentTypes } from '../words.ts'
import { described, flag, id, int, listOf, memberName, Nullable, oneOf, text, time } from './schema.ts'

/** The fields of every condition; which of them count depends on `is`. */
const conditionFields = {
  is: oneOf(conditionKinds, 'What it checks. `all` and `any` combine other conditions.'),
  not: Type.Optional(flag('Whether the condition must not match.')),
  where: Type.Optional(oneOf(conditionPlaces, 'Which part is checked for words, a pattern or a length.')),
  list: Type.Optional(
    listOf(
      text('A word or phrase, a domain, or a username. An asterisk at the end of a word matches any ending.'),
      'For `words`, `domains` and `names`: one of them has to match.',
    ),
  ),
  isPart: Type.Optional(flag('Whether words are also found inside other words.')),
  isDisguised: Type.Optional(
    flag(
      'Whether words are also found with characters between their letters, or digits in place of letters.',
    ),
  ),
  pattern: Type.Optional(
    text(`A regular expression in RE2 syntax, at most ${automationPatternMaxLength} characters.`),
  ),
  kinds: Type.Optional(listOf(oneOf(contentKinds, 'A kind.'), 'For `kind`: one of them has to match.')),
  languages: Type.Optional(
    listOf(
      oneOf(automationLanguages, 'A language.'),
      'For `language`: the text has to be in one of them or, with `not`, in another one. Short texts have no language, so neither is true.',
    ),
  ),
  compare: Type.Optional(oneOf(comparisons, 'How the number is compared.')),
  number: Type.Optional(
    int(
      'The number of characters, percent of capitals, links, hours since sign-up, points, trust level, or whatever the condition counts.',
      {
        minimum: -automationNumberMax,
        maximum: automationNumberMax,
      },
    ),
  ),
  hours: Type.Optional(
    int(
      `For \`rate\`, \`repeats\` and \`similar\`: how many hours to look back; 1 to ${automationHoursMax}.`,
    ),
  ),
  what: Type.Optional(oneOf(repeatedParts, 'For `repeats`: what is repeated.')),
  by: Type.Optional(oneOf(repeaters, 'For `repeats`: whose posts and comments are compared.')),
} satisfies TProperties

const conditionOf = <T extends TSchema>(inner: T) =>
  Type.Object({
    ...conditionFields,
    of: Type.Optional(listOf(inner, 'The conditions of `all` and `any`.')),
  })

/** Written out for each depth, because descriptions of the API know no recursion. */
const Condition = described(
  'The condition that must be true.',
  conditionOf(conditionOf(conditionOf(Type.Object(conditionFields)))),
)

/** A condition with those in it, however deep. */
export type AutomationCondition = Static<ReturnType<typeof Type.Object<typeof conditionFields>>> & {
  of?: AutomationCondition[]
}

const Act = Type.Object({
  does: oneOf(automationActs, 'What the rule does.'),
  text: Type.Optional(
    text(
      `The message to the author or, for \`report\` and \`notify\`, to the moderators. For \`answer\`, the comment on the post in the name of the community, as Markdown, which comes once per post and is pinned if no other is. At most ${automationTextMaxLength} characters.`,
    ),
  ),
  seconds: Type.Optional(
    int(
      `For \`slow\`: how long members have to wait between comments on the post; ${slowModeSecondsMin} to ${slowModeSecondsMax}.`,
    ),
  ),
  who: Type.Optional(
    oneOf(commenterGroups, 'For `limit`: who may comment on the post, as in `CommentLimits`.'),
  ),
  hours: Type.Optional(
    int(`For \`slow\` and \`limit\`: how many hours they last; 1 to ${commentLimitHoursMax}.`),
  ),
})
export type AutomationActGiven = Static<typeof Act>

const DailyHours = Type.Object({
  from: text('When it starts, such as 22:00.'),
  until: text('When it ends, such as 06:30; earlier than `from` if it is on the next day.'),
  timeZone: text('A time zone, such as Europe/Berlin.'),
})

/** What a rule looks at, what must be so, and what it does then. */
export const AutomationDefinition = described(
  'What a rule checks, its conditions, and what it does.',
  Type.Object({
    on: oneOf(automationEvents, 'When it runs.'),
    to: oneOf(automationTargets, 'What it applies to.'),
    when: Condition,
    acts: listOf(Act, 'What it does.'),
    isLast: flag('Whether later rules are skipped when it applies.'),
    sparesStaff: flag('Whether it skips what moderators and admins write.'),
    startsAt: Nullable(time('When it starts; null for right away.')),
    endsAt: Nullable(time('When it ends; null for never.')),
    daily: described('The hours of the day at which it runs; null for all.', Nullable(DailyHours)),
  }),
)
export type AutomationDefinition = Omit<Static<typeof AutomationDefinition>, 'when'> & {
  when: AutomationCondition
}

const named = described(
  'Who; null if the account is deleted.',
  Nullable(Type.Object({ username: memberName('The name.') })),
)
const name = text(`The name, at most ${automationNameMaxLength} characters.`)

export const AutomationRule = Type.Object({
  id: text('The number of the rule.'),
  communityId: Nullable(id('community', 'The community; null for the whole site.')),
  name,
  state: oneOf(automationStates, 'Whether it acts, only logs, or does nothing.'),
  definition: AutomationDefinition,
  version: int('How often it was saved.'),
  changedAt: time('When it was last saved.'),
  changedBy: named,
  noHits: int('How often it applied in the last seven days.'),
  noReversed: int('How many of these hits moderators have reversed.'),
})
export type AutomationRule = Omit<Static<typeof AutomationRule>, 'definition'> & {
  definition: AutomationDefinition
}

export const AutomationVersion = Type.Object({
  version: int('The number of the version.'),
  name,
  state: oneOf(automationStates, 'The state.'),
  definition: AutomationDefinition,
  why: Nullable(text('Why it was saved.')),
  changedAt: time('When it was saved.'),
  changedBy: named,
})

export const AutomationUndo = Type.Object({
  id: text('The number of the undo.'),
  since: time('Undoes everything that the rule has done since this time.'),
  orderedAt: time('When it was requested.'),
  orderedBy: named,
  finishedAt: Nullable(time('When it finished; null while it is running.')),
  noHits: int('How many hits it undoes.'),
  noDone: int('How many of these are done so far.'),
})

/** A post or comment that a rule applied to. */
const caught = {
  type: oneOf(contentTypes, 'Whether it is a post or a comment.'),
  communityName: text('The community.'),
  path: Nullable(text('Its path on this site; null if it was rejected.')),
  excerpt: text('The beginning of its title and text.'),
  author: named,
}

export const AutomationHit = Type.Object({
  id: text('The number of the hit.'),
  ruleId: text('The number of the rule.'),
  ruleName: name,
  isShadow: flag('Whether the rule only logged it.'),
  acts: listOf(
    oneOf(automationActs, 'An action.'),
    'What the rule did; not what another rule had done already.',
  ),
  at: time('When the rule applied.'),
  isReversed: flag('Whether moderators have reversed it.'),
  ...caught,
})
export type AutomationHit = Static<typeof AutomationHit>

export const AutomationTrial = Type.Object({
  noPosts: int('How many posts were checked.'),
  noComments: int('How many comments were checked.'),
  noCaught: int('How many of them the rule applies to.'),
  noRemoved: int('How many of those moderators have removed.'),
  noLeft: int('How many of those are still there.'),
  samples: listOf(
    Type.Object({
      ...caught,
      id: text('The id of the post or comment, as stored.'),
      at: time('When it was written.'),
      isRemoved: flag('Whether moderators have removed it.'),
    }),
    'The latest ones that the rule applies to.',
  ),
})
export type AutomationTrial = Static<typeof AutomationTrial>

export const ImportedAutomation = Type.Object({
  name,
  definition: AutomationDefinition,
  leftOut: listOf(text('A key, such as `flair_text`.'), 'What could not be converted and was left out.'),
})
export type ImportedAutomation = Omit<Static<typeof ImportedAutomation>, 'definition'> & {
  definition: AutomationDefinition
}
