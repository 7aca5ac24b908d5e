import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import {
  automationActs,
  automationEvents,
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
} from '../limitValues.ts'
import { contentTypes } from '../words.ts'
import { described, flag, id, int, listOf, memberName, Nullable, oneOf, text, time } from './schema.ts'

/** The fields of every condition; which of them count depends on `is`. */
const conditionFields = {
  is: oneOf(conditionKinds, 'What it is about. `all` and `any` join other conditions.'),
  not: Type.Optional(flag('Whether it must not be so.')),
  where: Type.Optional(oneOf(conditionPlaces, 'Where words, a pattern or a length are looked for.')),
  list: Type.Optional(
    listOf(
      text('A word or phrase, a domain, or a username. A star at the end of a word stands for any ending.'),
      'Of `words`, `domains` and `names`: one of them is enough.',
    ),
  ),
  isPart: Type.Optional(flag('Whether words are also found inside of other words.')),
  isDisguised: Type.Optional(
    flag(
      'Whether words are also found with signs between their letters, or with digits in place of letters.',
    ),
  ),
  pattern: Type.Optional(
    text(`A regular expression in the syntax of RE2, at most ${automationPatternMaxLength} characters.`),
  ),
  kinds: Type.Optional(listOf(oneOf(contentKinds, 'A kind.'), 'Of `kind`: one of them is enough.')),
  compare: Type.Optional(oneOf(comparisons, 'How the number is compared.')),
  number: Type.Optional(
    int(
      'Characters, percent of capitals, links, hours since sign-up, points, the level of trust, or what is counted.',
      {
        minimum: -automationNumberMax,
        maximum: automationNumberMax,
      },
    ),
  ),
  hours: Type.Optional(int(`Of \`rate\` and \`repeats\`: how far back to look; 1 to ${automationHoursMax}.`)),
  what: Type.Optional(oneOf(repeatedParts, 'Of `repeats`: what is the same.')),
  by: Type.Optional(oneOf(repeaters, 'Of `repeats`: whose are looked at.')),
} satisfies TProperties

const conditionOf = <T extends TSchema>(inner: T) =>
  Type.Object({
    ...conditionFields,
    of: Type.Optional(listOf(inner, 'The conditions of `all` and `any`.')),
  })

/** Written out for each depth, because descriptions of the API know no recursion. */
const Condition = described(
  'What must be so.',
  conditionOf(conditionOf(conditionOf(Type.Object(conditionFields)))),
)

/** A condition with those in it, however deep. */
export type AutomationCondition = Static<ReturnType<typeof Type.Object<typeof conditionFields>>> & {
  of?: AutomationCondition[]
}

const Act = Type.Object({
  does: oneOf(automationActs, 'What is done.'),
  text: Type.Optional(
    text(
      `What the author reads, or for \`report\` and \`notify\` the moderators; at most ${automationTextMaxLength} characters.`,
    ),
  ),
})
export type AutomationActGiven = Static<typeof Act>

const DailyHours = Type.Object({
  from: text('The beginning, such as 22:00.'),
  until: text('The end, such as 06:30; before the beginning if it is on the next day.'),
  timeZone: text('A time zone, such as Europe/Berlin.'),
})

/** What a rule looks at, what must be so, and what it does then. */
export const AutomationDefinition = described(
  'What a rule looks at, what must be so, and what it does then.',
  Type.Object({
    on: oneOf(automationEvents, 'When it looks.'),
    to: oneOf(automationTargets, 'What it looks at.'),
    when: Condition,
    acts: listOf(Act, 'What it does.'),
    isLast: flag('Whether later rules are skipped when it applies.'),
    sparesStaff: flag('Whether it leaves out what moderators and admins write.'),
    startsAt: Nullable(time('When it begins; null for at once.')),
    endsAt: Nullable(time('When it ends; null for never.')),
    daily: described('The hours of the day at which it looks; null for all.', Nullable(DailyHours)),
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
  noReversed: int('How many of these moderators have reversed.'),
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
  since: time('Everything that the rule did since this time.'),
  orderedAt: time('When it was ordered.'),
  orderedBy: named,
  finishedAt: Nullable(time('When it was finished; null while it runs.')),
  noHits: int('How many hits it is for.'),
  noDone: int('How many of these are done.'),
})

/** A post or comment that a rule applied to. */
const caught = {
  type: oneOf(contentTypes, 'Whether it is a post or a comment.'),
  communityName: text('The community.'),
  path: Nullable(text('Its path on this site; null if it was refused.')),
  excerpt: text('The beginning of its title and text.'),
  author: named,
}

export const AutomationHit = Type.Object({
  id: text('The number of the hit.'),
  ruleId: text('The number of the rule.'),
  ruleName: name,
  isShadow: flag('Whether the rule only logged it.'),
  acts: listOf(oneOf(automationActs, 'An act.'), 'What was done.'),
  at: time('When it was.'),
  isReversed: flag('Whether moderators have reversed it.'),
  ...caught,
})
export type AutomationHit = Static<typeof AutomationHit>

export const AutomationTrial = Type.Object({
  noPosts: int('How many posts were looked at.'),
  noComments: int('How many comments were looked at.'),
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
    'The latest of those it applies to.',
  ),
})
export type AutomationTrial = Static<typeof AutomationTrial>

export const ImportedAutomation = Type.Object({
  name,
  definition: AutomationDefinition,
  leftOut: listOf(text('A key, such as `flair_text`.'), 'What of it does not fit, and was left out.'),
})
export type ImportedAutomation = Omit<Static<typeof ImportedAutomation>, 'definition'> & {
  definition: AutomationDefinition
}
