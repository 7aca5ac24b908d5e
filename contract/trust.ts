/**
 * How far a member is trusted: a level from 0 to 4, made of what they did. Nobody but themselves and admins sees it. What each level may
 * do is a setting of the site. docs/trust.md explains it.
 */
export const trustLevels = [0, 1, 2, 3, 4] as const
export type TrustLevel = (typeof trustLevels)[number]

/** Admins and moderators have this level at least. */
export const trustOfStaff = 3

/** What a member did, as far as it decides about their level. */
export interface TrustFacts {
  /** Days of UTC on which they were here. */
  readonly daysVisited: number
  readonly postsRead: number
  /** Upvotes of others with level 1 or more on their recent posts and comments, and reports of theirs that moderators agreed with. */
  readonly approvals: number
  readonly ageDays: number
  /** How many of their posts and comments of the last `removalDays` days moderators removed. */
  readonly removals: number
  /** Bans in force. */
  readonly bans: number
  /** Members who vouch for them and whose vouching counts. */
  readonly vouchers: number
}

/** What a level asks for: at least, or for removals and bans at most. */
export type TrustThresholds = Omit<TrustFacts, 'vouchers'>
export type TrustTable = Readonly<Record<1 | 2 | 3, TrustThresholds>>

/** What each level asks for. docs/trust.md has the same numbers. */
export const trustTable: TrustTable = {
  1: { daysVisited: 2, postsRead: 5, approvals: 0, ageDays: 1, removals: 2, bans: 1 },
  2: { daysVisited: 7, postsRead: 30, approvals: 5, ageDays: 14, removals: 1, bans: 0 },
  3: { daysVisited: 30, postsRead: 100, approvals: 30, ageDays: 60, removals: 1, bans: 0 },
}

/** From this level on, members can vouch for others. The database function `may_vouch` has the same number. */
export const trustToVouch = 3
/** After a ban of a bot for which they had vouched, the vouching of a member does not count for this long. */
export const vouchingPauseDays = 90

/** Removals are counted of what was written in this many days. */
export const removalDays = 90
/** A member who no longer meets what their level asks for keeps it this long, and then falls by one level. */
export const trustGraceDays = 14

/** Facts that a level wants to be low. */
const isUpperBound: Readonly<Record<keyof TrustThresholds, boolean>> = {
  daysVisited: false,
  postsRead: false,
  approvals: false,
  ageDays: false,
  removals: true,
  bans: true,
}

/** How much is missing for a level: more days, more approvals, fewer removals. Facts of which nothing is missing are left out. */
export function missingFor(facts: TrustThresholds, requested: TrustThresholds): Partial<TrustThresholds> {
  const kinds = Object.keys(isUpperBound) as (keyof TrustThresholds)[]
  return Object.fromEntries(
    kinds
      .map(
        (kind) =>
          [kind, isUpperBound[kind] ? facts[kind] - requested[kind] : requested[kind] - facts[kind]] as const,
      )
      .filter(([, missing]) => missing > 0),
  )
}

/**
 * The level that a member has earned: the highest one of which they meet everything, as well as of all levels below it. For whom
 * others vouch, level 1 only asks for few removals and bans.
 */
export function trustOf(facts: TrustFacts, table: TrustTable = trustTable): TrustLevel {
  const lacks = (level: 1 | 2 | 3) =>
    Object.keys(missingFor(facts, table[level])) as (keyof TrustThresholds)[]
  const lacksForFirst = lacks(1).filter((kind) => facts.vouchers === 0 || isUpperBound[kind])
  if (lacksForFirst.length > 0) return 0
  if (lacks(2).length > 0) return 1
  return lacks(3).length > 0 ? 2 : 3
}

/**
 * The level of a member after the job has looked at them: one that they have earned at once, one level less when they have not met
 * what theirs asks for during the whole grace period, and otherwise the one that they have.
 */
export function nextTrust(current: TrustLevel, earned: TrustLevel, isGraceOver: boolean): TrustLevel {
  if (earned >= current || !isGraceOver) return earned > current ? earned : current
  return (current - 1) as TrustLevel
}

/** The level that counts: staff have one of their own at least. */
export const effectiveTrust = (level: number, { isStaff }: { isStaff: boolean }): TrustLevel =>
  Math.max(level, isStaff ? trustOfStaff : 0) as TrustLevel

/** What can need a level, and the setting that says which. */
export const trustAbilities = {
  links: 'trustForLinks',
  images: 'trustForImages',
  mentions: 'trustForMentions',
  messages: 'trustForMessages',
  communities: 'trustForCommunities',
} as const
export type TrustAbility = keyof typeof trustAbilities
type TrustSetting = (typeof trustAbilities)[TrustAbility]

/** The site's choice for each ability. */
export type TrustSettings = Readonly<Record<TrustSetting, string>>

/** The lowest level that may do this. */
export const trustNeededFor = (ability: TrustAbility, settings: TrustSettings): number =>
  Number(settings[trustAbilities[ability]])
