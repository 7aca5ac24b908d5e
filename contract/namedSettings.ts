import { groupKinds } from './groupKinds.ts'
import { holdLevels } from './heldWords.ts'
import { languages } from './languages.ts'
import { lawSettings } from './lawSettings.ts'
import {
  approvalQuestionMaxLength,
  approvalQuestionsMax,
  domainMaxLength,
  mailDomainsMax,
} from './limitValues.ts'
import { keysOf } from './objects.ts'
import { choice, integer, onOff, type SettingDefinition, text, texts } from './settingTypes.ts'
import { footerPages } from './staticPages.ts'
import { trustSettings } from './trustSettings.ts'
import { editHistoryReaders, feedSorts, joiningModes } from './words.ts'

const pointsMax = 1_000_000

/** All settings except the numbers of the rate limits. */
export const namedSettings = {
  siteName: text({
    group: 'site',
    variable: 'SITE_NAME',
    default: 'Folkmoot',
    min: 1,
    max: 60,
  }),
  siteDescription: text({
    group: 'site',
    variable: 'SITE_DESCRIPTION',
    default: 'A place to share and discuss.',
    max: 300,
  }),
  groupKind: choice({
    group: 'site',
    choices: ['unknown', ...groupKinds],
    default: 'unknown',
  }),
  accentColor: text({
    group: 'site',
    default: '',
    form: 'color',
    max: 7,
  }),
  welcomeText: text({
    group: 'site',
    default: '',
    form: 'markdown',
    max: 2000,
  }),
  announcement: text({
    group: 'site',
    default: '',
    form: 'paragraph',
    max: 500,
  }),
  announcementKind: choice({
    group: 'site',
    choices: ['note', 'warning'],
    default: 'note',
  }),
  announcementEnd: text({
    group: 'site',
    default: '',
    form: 'moment',
    max: 17,
  }),
  languages: texts({
    group: 'site',
    variable: 'LANGUAGES',
    default: keysOf(languages),
    form: 'language',
    maxLength: 10,
    maxItems: keysOf(languages).length,
  }),
  footerPages: texts({
    group: 'site',
    default: ['about', 'terms', 'privacy-policy', 'guidelines'],
    form: 'page',
    maxLength: 30,
    maxItems: footerPages.length,
  }),
  contactEmail: text({
    group: 'site',
    variable: 'CONTACT_EMAIL',
    default: '',
    form: 'email',
    max: 254,
  }),
  sourceUrl: text({
    group: 'site',
    variable: 'SOURCE_URL',
    default: '',
    form: 'url',
    max: 2000,
  }),
  docsUrl: text({
    group: 'site',
    variable: 'DOCS_URL',
    default: '',
    form: 'url',
    max: 2000,
  }),
  aboutCommunities: texts({
    group: 'site',
    variable: 'ABOUT_COMMUNITIES',
    default: [],
    form: 'community',
    maxLength: 21,
    maxItems: 20,
  }),
  welcomeCommunity: text({
    group: 'site',
    variable: 'WELCOME_COMMUNITY',
    default: '',
    form: 'community',
    max: 21,
  }),
  joining: choice({
    group: 'access',
    variable: 'JOINING',
    choices: joiningModes,
    default: 'open',
  }),
  approvalQuestions: texts({
    group: 'access',
    default: [],
    form: 'line',
    maxLength: approvalQuestionMaxLength,
    maxItems: approvalQuestionsMax,
  }),
  membersMayInvite: onOff({
    group: 'access',
    variable: 'MEMBERS_MAY_INVITE',
    default: false,
  }),
  privateForum: onOff({
    group: 'access',
    variable: 'PRIVATE_FORUM',
    default: false,
  }),
  confirmedEmailToPost: onOff({
    group: 'access',
    variable: 'CONFIRMED_EMAIL_TO_POST',
    default: false,
  }),
  refusedMailDomains: texts({
    group: 'access',
    variable: 'REFUSED_MAIL_DOMAINS',
    default: [],
    form: 'domain',
    maxLength: domainMaxLength,
    maxItems: mailDomainsMax,
  }),
  allowedMailDomains: texts({
    group: 'access',
    variable: 'ALLOWED_MAIL_DOMAINS',
    default: [],
    form: 'domain',
    maxLength: domainMaxLength,
    maxItems: mailDomainsMax,
  }),
  sessionMostDays: integer({
    group: 'access',
    variable: 'SESSION_MOST_DAYS',
    default: 720,
    min: 1,
    max: 3650,
  }),
  adminSessionIdleHours: integer({
    group: 'access',
    variable: 'ADMIN_SESSION_IDLE_HOURS',
    default: 168,
    min: 1,
    max: 8640,
  }),
  communityCreation: choice({
    group: 'content',
    variable: 'COMMUNITY_CREATION',
    choices: ['admins', 'members'],
    default: 'admins',
  }),
  communityCreationPoints: integer({
    group: 'content',
    variable: 'COMMUNITY_CREATION_POINTS',
    default: 10,
    min: 0,
    max: pointsMax,
  }),
  communitiesModeratedMax: integer({
    group: 'content',
    variable: 'COMMUNITIES_MODERATED_MAX',
    default: 10,
    min: 1,
    max: 1_000_000,
  }),
  mediaPostPoints: integer({
    group: 'content',
    variable: 'MEDIA_POST_POINTS',
    default: 0,
    min: 0,
    max: pointsMax,
  }),
  imagePosts: onOff({
    group: 'content',
    variable: 'IMAGE_POSTS',
    default: true,
  }),
  pictureDistance: integer({
    group: 'content',
    variable: 'PICTURE_DISTANCE',
    default: 6,
    min: 0,
    max: 16,
  }),
  imagesPerPost: integer({
    group: 'content',
    variable: 'IMAGES_PER_POST',
    default: 10,
    min: 1,
    max: 100,
  }),
  uploadMaxMib: integer({
    group: 'content',
    variable: 'UPLOAD_MAX_MIB',
    default: 25,
    min: 1,
    max: 1024,
  }),
  linkPreviews: onOff({
    group: 'content',
    variable: 'LINK_PREVIEWS',
    default: true,
  }),
  nofollowLinks: onOff({
    group: 'content',
    variable: 'NOFOLLOW_LINKS',
    default: true,
  }),
  editHistory: choice({
    group: 'content',
    variable: 'EDIT_HISTORY',
    choices: editHistoryReaders,
    default: 'everybody',
  }),
  holdNewMembers: choice({
    group: 'content',
    variable: 'HOLD_NEW_MEMBERS',
    choices: holdLevels,
    default: 'off',
  }),
  holdFirst: integer({
    group: 'content',
    variable: 'HOLD_FIRST',
    default: 3,
    min: 1,
    max: 100,
  }),
  noticeDays: integer({
    group: 'content',
    variable: 'NOTICE_DAYS',
    default: 7,
    min: 1,
    max: 365,
  }),
  reservedNames: texts({
    group: 'content',
    variable: 'RESERVED_NAMES',
    default: [],
    form: 'name',
    maxLength: 21,
    maxItems: 200,
  }),
  downvotes: onOff({
    group: 'content',
    variable: 'DOWNVOTES',
    default: true,
  }),
  botVotes: onOff({
    group: 'content',
    variable: 'BOT_VOTES',
    default: false,
  }),
  newUserPoints: integer({
    group: 'content',
    variable: 'NEW_USER_POINTS',
    default: 0,
    min: 0,
    max: pointsMax,
  }),
  newUserAgeSeconds: integer({
    group: 'content',
    variable: 'NEW_USER_AGE_SECONDS',
    default: 0,
    min: 0,
    max: 1_000_000_000,
  }),
  defaultFeedSort: choice({
    group: 'content',
    variable: 'DEFAULT_FEED_SORT',
    choices: feedSorts,
    default: 'hot',
  }),
  ...trustSettings,
  ...lawSettings,
  dailyBackups: onOff({
    group: 'backups',
    variable: 'DAILY_BACKUPS',
    default: false,
  }),
  dailyBackupHour: integer({
    group: 'backups',
    variable: 'DAILY_BACKUP_HOUR',
    default: 3,
    min: 0,
    max: 23,
  }),
  dailyBackupsKept: integer({
    group: 'backups',
    variable: 'DAILY_BACKUPS_KEPT',
    default: 7,
    min: 1,
    max: 90,
  }),
  readOnly: onOff({
    group: 'system',
    variable: 'READ_ONLY',
    default: false,
  }),
  newestVersionUrl: text({
    group: 'system',
    variable: 'NEWEST_VERSION_URL',
    default: '',
    form: 'url',
    max: 2000,
  }),
  rateLimits: onOff({
    group: 'limits',
    variable: 'RATE_LIMITS',
    default: true,
  }),
  raiseBar: onOff({
    group: 'waves',
    variable: 'RAISE_BAR',
    default: true,
  }),
  barHours: integer({
    group: 'waves',
    variable: 'BAR_HOURS',
    default: 6,
    min: 1,
    max: 72,
  }),
  barApproval: onOff({
    group: 'waves',
    variable: 'BAR_APPROVAL',
    default: false,
  }),
  barRaisedUntil: text({
    group: 'waves',
    default: '',
    form: 'moment',
    max: 17,
  }),
  aiCrawlers: onOff({
    group: 'traffic',
    variable: 'AI_CRAWLERS',
    default: true,
  }),
  pagesBeforeCheck: integer({
    group: 'traffic',
    variable: 'PAGES_BEFORE_CHECK',
    default: 120,
    min: 0,
    max: 100_000,
  }),
} as const satisfies Record<string, SettingDefinition>

export type NamedSetting = keyof typeof namedSettings
