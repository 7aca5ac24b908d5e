import {
  approvalQuestionMaxLength,
  approvalQuestionsMax,
  domainMaxLength,
  mailDomainsMax,
} from './limitValues.ts'
import { type Bucket, type RateLimitName, rateLimits } from './rateLimits.ts'
import { staticPages } from './staticPages.ts'
import type { feedSorts, JoiningMode } from './words.ts'

/**
 * What admins change while the site runs: each setting is described here once. Validation, the API, the forms, the command
 * line and docs/configuration.md are made from it. The environment variable of a setting, if it is set, wins.
 */

/** The pages of the dashboard that show the settings. */
export const settingGroups = ['site', 'access', 'content', 'backups', 'system', 'limits'] as const
export type SettingGroup = (typeof settingGroups)[number]

/** What a text has to be besides its length; an empty one is always allowed where `min` is 0. */
export const textForms = {
  line: { pattern: /^[^\p{Cc}]*$/u, refusal: 'must be a single line' },
  markdown: { pattern: /^/, refusal: '' },
  email: { pattern: /^[^\s@<>"]+@[^\s@<>"]+$/, refusal: 'must be an e-mail address' },
  url: { pattern: /^https?:\/\/[^\s]+$/, refusal: 'must be a URL that starts with http:// or https://' },
  color: { pattern: /^#[0-9a-f]{6}$/i, refusal: 'must be a colour such as #1d4ed8' },
  /** Markdown, shown where there is no room for more. */
  paragraph: { pattern: /^(?!.*\n[^\S\n]*\n)/s, refusal: 'must be one paragraph, without an empty line' },
  moment: {
    pattern: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\dZ$/,
    refusal: 'must be a time in UTC such as 2030-12-31T18:00Z',
  },
  page: {
    pattern: new RegExp(`^(?:${staticPages.join('|')})$`),
    refusal: `must be one of ${staticPages.join(', ')}`,
  },
  name: {
    pattern: /^[0-9A-Za-z_]{3,21}$/,
    refusal: 'must be a name of 3 to 21 letters, digits and underscores',
  },
  community: { pattern: /^[0-9A-Za-z_]{3,21}$/, refusal: 'must be the name of a community' },
  domain: {
    pattern: /^(?!-)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u,
    refusal: 'must be a domain such as example.org',
  },
} as const
export type TextForm = keyof typeof textForms

interface About<Value> {
  readonly group: SettingGroup
  /** A few words for the form. */
  readonly label: string
  /** A sentence that says what it does. */
  readonly meaning: string
  readonly default: Value
  /** The environment variable that overrides it, and cannot be undone in the browser. */
  readonly variable?: string
}

export interface TextSetting extends About<string> {
  readonly type: 'text'
  readonly form: TextForm
  /** In characters. */
  readonly min: number
  readonly max: number
}
export interface ChoiceSetting<Word extends string = string> extends About<Word> {
  readonly type: 'choice'
  /** Each value with its words on the screen. */
  readonly choices: Readonly<Record<Word, string>>
}
export interface OnOffSetting extends About<boolean> {
  readonly type: 'onOff'
}
export interface IntegerSetting extends About<number> {
  readonly type: 'integer'
  readonly min: number
  readonly max: number
  /** What is counted, for the form: points, images. */
  readonly unit?: string
}
export interface TextsSetting extends About<readonly string[]> {
  readonly type: 'texts'
  /** Of each text. */
  readonly form: TextForm
  readonly maxLength: number
  /** Of the list. */
  readonly maxItems: number
}
export type SettingDefinition = TextSetting | ChoiceSetting | OnOffSetting | IntegerSetting | TextsSetting

type Without<S> = Omit<S, 'type'>
const text = ({
  form = 'line',
  min = 0,
  ...rest
}: Partial<TextSetting> & Without<Omit<TextSetting, 'form' | 'min'>>): TextSetting => ({
  ...rest,
  type: 'text',
  form,
  min,
})
const choice = <const Word extends string>(
  rest: Omit<Without<ChoiceSetting>, 'choices' | 'default'> & {
    choices: Readonly<Record<Word, string>>
    default: NoInfer<Word>
  },
): ChoiceSetting<Word> => ({ ...rest, type: 'choice' })
const onOff = (rest: Without<OnOffSetting>): OnOffSetting => ({ ...rest, type: 'onOff' })
const integer = (rest: Without<IntegerSetting>): IntegerSetting => ({ ...rest, type: 'integer' })
const texts = (rest: Without<TextsSetting>): TextsSetting => ({ ...rest, type: 'texts' })

const pointsMax = 1_000_000

/** The settings that have a name of their own; the counts of the rate limits are besides these. */
const namedSettings = {
  siteName: text({
    group: 'site',
    variable: 'SITE_NAME',
    label: 'Name',
    meaning: 'Name of the site.',
    default: 'Folkmoot',
    min: 1,
    max: 60,
  }),
  siteDescription: text({
    group: 'site',
    variable: 'SITE_DESCRIPTION',
    label: 'Sentence',
    meaning: 'One sentence for the front page, search engines and link previews.',
    default: 'A place for people, run by people. No ads, no tracking, funded by donations.',
    max: 300,
  }),
  accentColor: text({
    group: 'site',
    label: 'Accent colour',
    meaning:
      'Colour of buttons, links and what is chosen; made darker or brighter where it could not be read. The original one when empty.',
    default: '',
    form: 'color',
    max: 7,
  }),
  welcomeText: text({
    group: 'site',
    label: 'Welcome',
    meaning: 'Text above the feed of the front page for everybody who is not logged in, as Markdown.',
    default: '',
    form: 'markdown',
    max: 2000,
  }),
  announcement: text({
    group: 'site',
    label: 'Announcement',
    meaning:
      'One paragraph of Markdown at the top of every page, until its reader closes it; no announcement when empty.',
    default: '',
    form: 'paragraph',
    max: 500,
  }),
  announcementKind: choice({
    group: 'site',
    label: 'Kind of announcement',
    meaning: 'How urgent the announcement looks.',
    choices: { note: 'Note', warning: 'Warning' },
    default: 'note',
  }),
  announcementEnd: text({
    group: 'site',
    label: 'End of the announcement',
    meaning: 'When the announcement goes away by itself, in UTC; never when empty.',
    default: '',
    form: 'moment',
    max: 17,
  }),
  footerPages: texts({
    group: 'site',
    label: 'Pages in the footer',
    meaning: `Which pages about the site the footer links to, in this order: ${staticPages.join(', ')}.`,
    default: ['about', 'terms', 'privacy-policy', 'guidelines'],
    form: 'page',
    maxLength: 30,
    maxItems: staticPages.length,
  }),
  contactEmail: text({
    group: 'site',
    variable: 'CONTACT_EMAIL',
    label: 'Contact',
    meaning: 'E-mail address of the Contact link; no link when empty.',
    default: '',
    form: 'email',
    max: 254,
  }),
  sourceUrl: text({
    group: 'site',
    variable: 'SOURCE_URL',
    label: 'Source code',
    meaning: 'URL of the source code of this site; no link when empty.',
    default: '',
    form: 'url',
    max: 2000,
  }),
  docsUrl: text({
    group: 'site',
    variable: 'DOCS_URL',
    label: 'Documentation',
    meaning: 'URL of the Docs link; the Markdown guide when empty.',
    default: '',
    form: 'url',
    max: 2000,
  }),
  aboutCommunities: texts({
    group: 'site',
    variable: 'ABOUT_COMMUNITIES',
    label: 'Communities about the site',
    meaning: 'Communities about the site itself; the About page links to those that exist.',
    default: ['DiscoApp', 'Diskette', 'DiscuitMeta', 'DiscuitSuggestions'],
    form: 'community',
    maxLength: 21,
    maxItems: 20,
  }),
  welcomeCommunity: text({
    group: 'site',
    variable: 'WELCOME_COMMUNITY',
    label: 'Community that welcomes',
    meaning:
      'Community that new members are invited to six hours after they signed up; no invitation when empty.',
    default: '',
    form: 'community',
    max: 21,
  }),
  joining: choice({
    group: 'access',
    variable: 'JOINING',
    label: 'Who may join',
    meaning:
      'How people become members. An invitation spares the approval; where the site is closed, nobody joins. Members are not affected.',
    choices: {
      open: 'Everybody',
      approval: 'Whoever an admin approves',
      invitation: 'Whoever has an invitation',
      closed: 'Nobody',
    } satisfies Record<JoiningMode, string>,
    default: 'open',
  }),
  approvalQuestions: texts({
    group: 'access',
    label: 'Questions to applicants',
    meaning: 'What people who apply are asked, where an admin approves them; none when empty.',
    default: [],
    form: 'line',
    maxLength: approvalQuestionMaxLength,
    maxItems: approvalQuestionsMax,
  }),
  membersMayInvite: onOff({
    group: 'access',
    variable: 'MEMBERS_MAY_INVITE',
    label: 'Members may invite',
    meaning: 'Whether all members may make invitations. Admins always may.',
    default: false,
  }),
  privateForum: onOff({
    group: 'access',
    variable: 'PRIVATE_FORUM',
    label: 'Private forum',
    meaning:
      'Whether only members can read: guests get to log in and to join, and to the terms and the privacy policy.',
    default: false,
  }),
  confirmedEmailToPost: onOff({
    group: 'access',
    variable: 'CONFIRMED_EMAIL_TO_POST',
    label: 'Confirmed e-mail address to post',
    meaning:
      'Whether members need a confirmed e-mail address to post, comment, report and create communities. Without effect while the site sends no mail.',
    default: false,
  }),
  refusedMailDomains: texts({
    group: 'access',
    variable: 'REFUSED_MAIL_DOMAINS',
    label: 'Refused mail domains',
    meaning: 'New e-mail addresses of these domains, and of those below them, are refused.',
    default: [],
    form: 'domain',
    maxLength: domainMaxLength,
    maxItems: mailDomainsMax,
  }),
  allowedMailDomains: texts({
    group: 'access',
    variable: 'ALLOWED_MAIL_DOMAINS',
    label: 'Allowed mail domains',
    meaning:
      'Where there are any, every new account needs an e-mail address of one of these domains, or of one below them.',
    default: [],
    form: 'domain',
    maxLength: domainMaxLength,
    maxItems: mailDomainsMax,
  }),
  communityCreation: choice({
    group: 'content',
    variable: 'COMMUNITY_CREATION',
    label: 'Who creates communities',
    meaning: 'Who may create communities: admins, or members with enough points.',
    choices: { admins: 'Admins', members: 'Members with enough points' },
    default: 'admins',
  }),
  communityCreationPoints: integer({
    group: 'content',
    variable: 'COMMUNITY_CREATION_POINTS',
    label: 'Points to create a community',
    meaning: 'Points that a member needs to create a community.',
    default: 10,
    min: 0,
    max: pointsMax,
  }),
  communitiesModeratedMax: integer({
    group: 'content',
    variable: 'COMMUNITIES_MODERATED_MAX',
    label: 'Communities a member moderates',
    meaning: 'Members who moderate this many communities may not create another one.',
    default: 10,
    min: 1,
    max: 1_000_000,
  }),
  mediaPostPoints: integer({
    group: 'content',
    variable: 'MEDIA_POST_POINTS',
    label: 'Points to post images and links',
    meaning: 'Members need more points than this to post images and links; 0 for no minimum.',
    default: 0,
    min: 0,
    max: pointsMax,
  }),
  imagePosts: onOff({
    group: 'content',
    variable: 'IMAGE_POSTS',
    label: 'Image posts',
    meaning: 'Whether members may post images.',
    default: true,
  }),
  imagesPerPost: integer({
    group: 'content',
    variable: 'IMAGES_PER_POST',
    label: 'Images in a post',
    meaning: 'How many images one post may have.',
    default: 10,
    min: 1,
    max: 100,
  }),
  uploadMaxMib: integer({
    group: 'content',
    variable: 'UPLOAD_MAX_MIB',
    label: 'Size of an upload',
    meaning: 'How large an upload may be, in MiB.',
    unit: 'MiB',
    default: 25,
    min: 1,
    max: 1024,
  }),
  linkPreviews: onOff({
    group: 'content',
    variable: 'LINK_PREVIEWS',
    label: 'Link previews',
    meaning: 'Whether the server fetches titles and pictures of the pages that posts link to.',
    default: true,
  }),
  nofollowLinks: onOff({
    group: 'content',
    variable: 'NOFOLLOW_LINKS',
    label: 'Links without follow',
    meaning:
      'Whether links of members tell search engines that the site does not vouch for them (rel="nofollow ugc"), which keeps away advertisers.',
    default: true,
  }),
  reservedNames: texts({
    group: 'content',
    variable: 'RESERVED_NAMES',
    label: 'Reserved names',
    meaning:
      'Names that no new member gets, and no community that somebody else than an admin creates, nor names that look like them; besides admin, support and the others that stand for the site.',
    default: [],
    form: 'name',
    maxLength: 21,
    maxItems: 200,
  }),
  newUserPoints: integer({
    group: 'content',
    variable: 'NEW_USER_POINTS',
    label: 'Points before votes count',
    meaning: 'Votes of members with fewer points do not change the points of authors.',
    default: 0,
    min: 0,
    max: pointsMax,
  }),
  newUserAgeSeconds: integer({
    group: 'content',
    variable: 'NEW_USER_AGE_SECONDS',
    label: 'Age before votes count',
    meaning: 'Votes of accounts that are not older do not change the points of authors.',
    unit: 'seconds',
    default: 0,
    min: 0,
    max: 1_000_000_000,
  }),
  defaultFeedSort: choice({
    group: 'content',
    variable: 'DEFAULT_FEED_SORT',
    label: 'Order of feeds',
    meaning: 'Default sort of feeds.',
    choices: {
      hot: 'Hot',
      activity: 'Activity',
      latest: 'New',
      day: 'Top of the day',
      week: 'Top of the week',
      month: 'Top of the month',
      year: 'Top of the year',
      all: 'Top of all time',
    } satisfies Record<(typeof feedSorts)[number], string>,
    default: 'hot',
  }),
  dailyBackups: onOff({
    group: 'backups',
    variable: 'DAILY_BACKUPS',
    label: 'Daily backups',
    meaning: 'Whether a backup is made every day; the first one at once.',
    default: false,
  }),
  dailyBackupHour: integer({
    group: 'backups',
    variable: 'DAILY_BACKUP_HOUR',
    label: 'Hour',
    meaning: 'From which hour of the day the daily backup is made, in UTC.',
    default: 3,
    min: 0,
    max: 23,
  }),
  dailyBackupsKept: integer({
    group: 'backups',
    variable: 'DAILY_BACKUPS_KEPT',
    label: 'How many to keep',
    meaning: 'How many daily backups are kept; older ones are deleted after a new one is made. Others stay.',
    default: 7,
    min: 1,
    max: 90,
  }),
  newestVersionUrl: text({
    group: 'system',
    variable: 'NEWEST_VERSION_URL',
    label: 'Where to ask for newer versions',
    meaning:
      'URL that names the newest version of the program, as text or as JSON with "version" or "tag_name"; the server asks it once a day. Nobody is asked when empty.',
    default: '',
    form: 'url',
    max: 2000,
  }),
  rateLimits: onOff({
    group: 'limits',
    variable: 'RATE_LIMITS',
    label: 'Rate limits',
    meaning: 'Whether rate limits apply.',
    default: true,
  }),
} as const satisfies Record<string, SettingDefinition>

/** What each rate limit counts, as the beginning of a sentence. */
const countedCalls: Record<RateLimitName, string> = {
  login: 'Attempts to log in',
  strangerLogins: 'Attempts to log in to one account from addresses that it does not know',
  signup: 'Accounts that are created',
  applications: 'What somebody does about their application, and codes of invitations that are tried',
  invitations: 'Invitations that are made or withdrawn',
  captcha: 'Captchas of the sign-up',
  posts: 'New posts',
  comments: 'New comments',
  edits: 'Edits of posts and comments',
  votes: 'Votes',
  uploads: 'Uploaded images',
  linkInfo: 'Titles of links that are fetched',
  altTexts: 'Changes to descriptions of images',
  reports: 'Reports',
  moderation: 'Actions of a moderator',
  queueLooks: 'Notes of moderators that they look at something in the queue',
  hides: 'Posts that are hidden',
  accountDeletion: 'Attempts to delete an account',
  settings: 'Changes to one’s own settings',
  analytics: 'Events for the statistics',
  pushSubscriptions: 'Subscriptions to push messages',
  exports: 'Archives of one’s own data',
  mails: 'Mails with a link: a confirmed address, a new password',
  mutes: 'Members and communities that are muted',
  searches: 'Searches',
  suggestions: 'Suggestions while somebody types a search',
  pages: 'Pages that no cache has',
  notificationUpdates: 'Changes to notifications',
  listCreation: 'New lists',
  listEdits: 'Changes to lists',
  listItems: 'Items that are saved to lists',
  join: 'Communities that are joined or left',
  communityCreation: 'New communities',
  communityTools: 'Changes to rules, moderators and everything else of a community',
  requests: 'Requests for communities',
  preview: 'Previews of Markdown',
}

const spans: Readonly<Record<number, readonly [name: string, words: string]>> = {
  1: ['Second', 'a second'],
  60: ['Minute', 'a minute'],
  3600: ['Hour', 'an hour'],
  86400: ['Day', 'a day'],
}
function spanOf(seconds: number): readonly [name: string, words: string] {
  const known = spans[seconds]
  if (known) return known
  const isHours = seconds % 3600 === 0
  const count = isHours ? seconds / 3600 : seconds
  return isHours ? [`${count}Hours`, `${count} hours`] : [`${count}Seconds`, `${count} seconds`]
}

const whoseCalls = {
  member: 'for each member (of guests, for each address)',
  ip: 'for each address',
  'ip+username': 'for each account from one address',
  username: 'for each account',
}

/** A call counts in each bucket of its limit; every bucket has a setting such as `postsPerDay`. */
export type RateLimitSetting = `${RateLimitName}Per${string}`

/** The name of the setting that says how many calls a bucket allows. */
export const rateLimitSetting = (limit: RateLimitName, { seconds }: Bucket): RateLimitSetting =>
  `${limit}Per${spanOf(seconds)[0]}`

const rateLimitCountMax = 1_000_000

const rateLimitSettings = Object.fromEntries(
  (Object.entries(rateLimits) as [RateLimitName, readonly Bucket[]][]).flatMap(([limit, buckets]) =>
    buckets.map((bucket): [RateLimitSetting, IntegerSetting] => {
      const words = spanOf(bucket.seconds)[1]
      return [
        rateLimitSetting(limit, bucket),
        integer({
          group: 'limits',
          label: `${countedCalls[limit]}, ${words}`,
          meaning: `${countedCalls[limit]}: at most so many in ${words}, ${whoseCalls[bucket.by ?? 'member']}.`,
          default: bucket.calls,
          min: 1,
          max: rateLimitCountMax,
        }),
      ]
    }),
  ),
) as Record<RateLimitSetting, IntegerSetting>

/** Each rate limit with its settings, for the form: what is counted, and how the count of each bucket is called. */
export const rateLimitFields = (Object.entries(rateLimits) as [RateLimitName, readonly Bucket[]][]).map(
  ([limit, buckets]) => {
    const whose = buckets.map(({ by }) => whoseCalls[by ?? 'member'])
    const isSame = new Set(whose).size === 1
    return {
      limit,
      counted: countedCalls[limit],
      /** For whom all buckets count; null where the labels say it. */
      whose: isSame ? (whose[0] ?? null) : null,
      fields: buckets.map((bucket, index) => ({
        name: rateLimitSetting(limit, bucket),
        label: `In ${spanOf(bucket.seconds)[1]}${isSame ? '' : `, ${whose[index]}`}`,
      })),
    }
  },
)

type ValueOf<S> = S extends ChoiceSetting<infer Word> ? Word : S extends About<infer Value> ? Value : never

export type NamedSetting = keyof typeof namedSettings
export type SettingName = NamedSetting | RateLimitSetting

/** The value of each setting. */
export type SettingValues = {
  readonly [Name in NamedSetting]: ValueOf<(typeof namedSettings)[Name]>
} & { readonly [Name in RateLimitSetting]: number }

export type SettingValue = string | boolean | number | readonly string[]

/** What the environment sets; it cannot be changed while the program runs. */
export type LockedSettings = { readonly [Name in SettingName]?: SettingValue | undefined }

/** Every setting by its name, in the order of the forms. */
const definitions: Readonly<Record<SettingName, SettingDefinition>> = {
  ...namedSettings,
  ...rateLimitSettings,
}
export const settingNames = Object.keys(definitions) as SettingName[]

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(definitions, name)
export const settingOf = (name: SettingName): SettingDefinition => definitions[name] as SettingDefinition

const isMoment = (written: string) =>
  new Date(written.replace('Z', ':00Z')).toJSON()?.startsWith(written.slice(0, 16)) === true

/** @throws a string that completes 'NAME …' for an invalid value. */
function checkText(value: unknown, { form, min, max }: Pick<TextSetting, 'form' | 'min' | 'max'>): string {
  if (typeof value !== 'string') throw 'must be a text'
  const trimmed = value.trim()
  // PostgreSQL stores no NUL, and JSON of half a surrogate pair is refused.
  if (trimmed.includes('\0') || !trimmed.isWellFormed()) throw 'has a character that cannot be stored'
  const length = [...trimmed].length
  if (length < min) throw min === 1 ? 'must not be empty' : `must have ${min} characters or more`
  if (length > max) throw `must have ${max.toLocaleString('en')} characters at most`
  const { pattern, refusal } = textForms[form]
  if (trimmed !== '' && !pattern.test(trimmed)) throw refusal
  // Such as the 31st of April.
  if (form === 'moment' && trimmed !== '' && !isMoment(trimmed)) throw refusal
  if (form !== 'url' || trimmed === '') return trimmed
  if (!URL.canParse(trimmed)) throw refusal
  return new URL(trimmed).href
}

/**
 * A value in its stored form: texts trimmed, URLs normalized.
 *
 * @param value of any type, untrusted.
 * @throws a string that completes 'NAME …' for an invalid value.
 */
export function checkSetting(definition: SettingDefinition, value: unknown): SettingValue {
  switch (definition.type) {
    case 'text':
      return checkText(value, definition)
    case 'choice':
      if (typeof value !== 'string' || !Object.hasOwn(definition.choices, value))
        throw `must be one of ${Object.keys(definition.choices).join(', ')}`
      return value
    case 'onOff':
      if (typeof value !== 'boolean') throw 'must be on or off'
      return value
    case 'integer': {
      const { min, max } = definition
      if (!Number.isInteger(value) || (value as number) < min || (value as number) > max)
        throw `must be a whole number from ${min} to ${max}`
      return value as number
    }
    case 'texts': {
      const { form, maxItems, maxLength } = definition
      if (!Array.isArray(value)) throw 'must be a list of texts'
      if (value.length > maxItems) throw `must have ${maxItems} entries at most`
      return value.map((item) => checkText(item, { form, min: 1, max: maxLength }))
    }
  }
}

/**
 * A value as it is written in an environment variable and on the command line: `on` or `off`, a list with commas (`off` for
 * an empty one) or as JSON.
 *
 * @throws a string that completes 'NAME …' for an invalid value.
 */
export function parseSetting(definition: SettingDefinition, written: string): SettingValue {
  const value = written.trim()
  const shown = `, not "${value}"`
  const check = (parsed: unknown) => {
    try {
      return checkSetting(definition, parsed)
    } catch (reason) {
      throw `${String(reason)}${shown}`
    }
  }
  switch (definition.type) {
    case 'text':
      return check(value)
    case 'choice':
      return check(value.toLowerCase())
    case 'onOff':
      if (['on', 'true', 'yes', '1'].includes(value.toLowerCase())) return true
      if (['off', 'false', 'no', '0'].includes(value.toLowerCase())) return false
      throw `must be on or off${shown}`
    case 'integer':
      return check(/^-?\d+$/.test(value) ? Number(value) : Number.NaN)
    case 'texts':
      if (value.startsWith('[')) return check(parsedJson(value))
      return check(value === '' || value === 'off' ? [] : value.split(',').map((item) => item.trim()))
  }
}

/** @returns undefined for what is no JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A value as `parseSetting` reads it. */
export function writtenSetting(value: SettingValue): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value !== 'object') return String(value)
  // Sentences have commas of their own.
  const isPlain = value.every((item) => !item.includes(',') && !item.startsWith('['))
  return isPlain ? value.join(',') || 'off' : JSON.stringify(value)
}

export const isSameValue = (one: SettingValue, other: SettingValue): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
