import { choice, integer } from './settingTypes.ts'

/** The trust levels as the words of settings. */
export const trustChoices = ['0', '1', '2', '3', '4'] as const

/** The lowest level that may do something. By default, level 0 may do everything. */
const lowestLevel = <const Name extends string>(variable: Name, level: (typeof trustChoices)[number] = '0') =>
  choice({ group: 'trust', variable, choices: trustChoices, default: level })

/** What each trust level may do. */
export const trustSettings = {
  trustForLinks: lowestLevel('TRUST_FOR_LINKS'),
  trustForImages: lowestLevel('TRUST_FOR_IMAGES'),
  trustForMentions: lowestLevel('TRUST_FOR_MENTIONS'),
  trustForMessages: lowestLevel('TRUST_FOR_MESSAGES'),
  trustForCommunities: lowestLevel('TRUST_FOR_COMMUNITIES'),
  trustWithoutReview: lowestLevel('TRUST_WITHOUT_REVIEW', '2'),
  trustForAlerts: lowestLevel('TRUST_FOR_ALERTS'),
  newMemberLimits: integer({
    group: 'trust',
    variable: 'NEW_MEMBER_LIMITS',
    default: 100,
    min: 10,
    max: 100,
  }),
} as const
