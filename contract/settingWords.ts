import type { GroupKind } from './groupKinds.ts'
import type { HoldLevel } from './heldWords.ts'
import type { NamedSetting } from './namedSettings.ts'
import { wordsOfRateLimit } from './rateLimitWords.ts'
import type { SettingName } from './siteSettings.ts'
import { t } from './texts/t.ts'
import type { trustChoices } from './trustSettings.ts'

/** What the form of a setting says. docs/configuration.md has the hints, too. */
export interface SettingWords {
  /** A few words. */
  readonly label: string
  /** At most a sentence or two. */
  readonly hint: string
  /** Each value of a choice in words. */
  readonly choices?: Readonly<Record<string, string>>
  /** What is counted. */
  readonly unit?: string
}

export const groupKindLabels = (): Record<GroupKind, string> => ({
  town: t('Town or neighborhood'),
  club: t('Club'),
  school: t('School or university'),
  project: t('Project or software'),
  open: t('Open forum'),
})

/** Which posts and comments of new members wait for review. */
export const holdLevelWords = (): Record<HoldLevel, string> => ({
  off: t('Nothing'),
  media: t('Links and images'),
  everything: t('Everything'),
})

/** From which trust level on. */
const trustLevelWords = (): Record<(typeof trustChoices)[number], string> => ({
  0: t('Everyone'),
  1: t('Level 1 and up'),
  2: t('Level 2 and up'),
  3: t('Level 3 and up'),
  4: t('Level 4 only'),
})

const namedWords: Readonly<Record<NamedSetting, () => SettingWords>> = {
  siteName: () => ({
    label: t('Name'),
    hint: t('Shown at the top of every page.'),
  }),
  siteDescription: () => ({
    label: t('Tagline'),
    hint: t('One sentence for the home page, search results and link previews.'),
  }),
  groupKind: () => ({
    label: t('Type of group'),
    hint: t('Used to suggest communities to new members.'),
    choices: { unknown: t('Not specified'), ...groupKindLabels() },
  }),
  accentColor: () => ({
    label: t('Accent color'),
    hint: t('For buttons and links, adjusted for contrast. Leave empty for the default.'),
  }),
  welcomeText: () => ({
    label: t('Welcome text'),
    hint: t('Shown to guests above the home feed.'),
  }),
  announcement: () => ({
    label: t('Announcement'),
    hint: t('Shown on every page until dismissed.'),
  }),
  announcementKind: () => ({
    label: t('Announcement type'),
    hint: t('How urgent the announcement looks.'),
    choices: { note: t('Note'), warning: t('Warning') },
  }),
  announcementEnd: () => ({
    label: t('Announcement ends'),
    hint: t('Optional. Hide it after this time.'),
  }),
  languages: () => ({
    label: t('Languages'),
    hint: t('The first one is the default.'),
  }),
  footerPages: () => ({
    label: t('Pages in the footer'),
    hint: t('Shown in the order you select them.'),
  }),
  contactEmail: () => ({
    label: t('Contact email'),
    hint: t('Shown publicly as the Contact link. Leave empty for no link.'),
  }),
  sourceUrl: () => ({
    label: t('Source code'),
    hint: t("Link to this site's source code. Leave empty for no link."),
  }),
  docsUrl: () => ({
    label: t('Documentation'),
    hint: t('Where the Docs link goes. Leave empty for the Markdown guide.'),
  }),
  aboutCommunities: () => ({
    label: t('Communities about this site'),
    hint: t('Linked on the About page if they exist.'),
  }),
  welcomeCommunity: () => ({
    label: t('Community for new members'),
    hint: t('New members are invited here after six hours. Optional.'),
  }),
  joining: () => ({
    label: t('Who can join'),
    hint: t("Existing members aren't affected. Invited people need no approval."),
    choices: {
      open: t('Anyone'),
      approval: t('Anyone, with approval'),
      invitation: t('By invitation'),
      closed: t('No one'),
    },
  }),
  approvalQuestions: () => ({
    label: t('Questions for applicants'),
    hint: t('Asked when joining needs approval. Optional.'),
  }),
  membersMayInvite: () => ({
    label: t('Members can invite'),
    hint: t('Let members create invitations. Admins always can.'),
  }),
  privateForum: () => ({
    label: t('Private forum'),
    hint: t('Guests can only see the login, sign-up, terms and contact pages.'),
  }),
  confirmedEmailToPost: () => ({
    label: t('Require a confirmed email to post'),
    hint: t('Also to comment, report and create communities. Requires email setup.'),
  }),
  refusedMailDomains: () => ({
    label: t('Blocked email domains'),
    hint: t('New addresses at these domains and their subdomains are rejected.'),
  }),
  allowedMailDomains: () => ({
    label: t('Allowed email domains'),
    hint: t('If set, new accounts need an address at one of these.'),
  }),
  sessionMostDays: () => ({
    label: t('Maximum session length'),
    hint: t('Members must log in again after this long. Inactive sessions end after 360 days.'),
    unit: t('days'),
  }),
  adminSessionIdleHours: () => ({
    label: t('Idle timeout for admins'),
    hint: t('Admins must log in again after this long without activity.'),
    unit: t('hours'),
  }),
  communityCreation: () => ({
    label: t('Who can create communities'),
    hint: t('Members can still request one.'),
    choices: { admins: t('Admins'), members: t('Members with enough points') },
  }),
  communityCreationPoints: () => ({
    label: t('Points to create a community'),
    hint: t('Applies if members can create communities.'),
  }),
  communitiesModeratedMax: () => ({
    label: t('Communities per moderator'),
    hint: t("Members who moderate this many can't create another one."),
  }),
  mediaPostPoints: () => ({
    label: t('Points to post images and links'),
    hint: t('Members need more points than this. 0 means no minimum.'),
  }),
  imagePosts: () => ({
    label: t('Image posts'),
    hint: t('Members can post images.'),
  }),
  blockedPictures: () => ({
    label: t('Blocked images'),
    hint: t('What happens when someone uploads a similar image.'),
    choices: {
      refuse: t('Reject upload'),
      hold: t('Hold for review'),
      rules: t('Let automation rules decide'),
    },
  }),
  pictureDistance: () => ({
    label: t('Tolerance for blocked images'),
    hint: t('How different a copy can be, from 0 (identical) to 16 (vaguely similar).'),
  }),
  imagesPerPost: () => ({
    label: t('Images per post'),
    hint: t('Maximum number of images in one post.'),
  }),
  uploadMaxMib: () => ({
    label: t('Upload size'),
    hint: t('Largest file members can upload.'),
    unit: t('MiB'),
  }),
  linkPreviews: () => ({
    label: t('Link previews'),
    hint: t('Fetch titles and images from linked pages.'),
  }),
  nofollowLinks: () => ({
    label: t('Mark links as nofollow'),
    hint: t("Tells search engines not to credit members' links. Discourages spam."),
  }),
  editHistory: () => ({
    label: t('Edit history'),
    hint: t('Who can read earlier versions. Authors can too, unless set to No one.'),
    choices: {
      everybody: t('Everyone'),
      moderators: t('Moderators and admins'),
      nobody: t('No one'),
    },
  }),
  holdNewMembers: () => ({
    label: t('Review posts by new members'),
    hint: t('What moderators must approve before others can see it. Communities can override this.'),
    choices: holdLevelWords(),
  }),
  holdFirst: () => ({
    label: t('Posts and comments to review'),
    hint: t('Members with fewer posts and comments than this count as new.'),
  }),
  noticeDays: () => ({
    label: t('Time to decide on a notice'),
    hint: t('Admins get one reminder after this long.'),
    unit: t('days'),
  }),
  reservedNames: () => ({
    label: t('Reserved names'),
    hint: t('For new members and communities. Names like admin are always reserved.'),
  }),
  downvotes: () => ({
    label: t('Downvotes'),
    hint: t('Communities can restrict them further.'),
  }),
  botVotes: () => ({
    label: t('Bots can vote'),
    hint: t('Applies to accounts labeled as bots by their owner or an admin.'),
  }),
  newUserPoints: () => ({
    label: t('Points before votes count'),
    hint: t("Votes by members with fewer points don't change authors' points."),
  }),
  newUserAgeSeconds: () => ({
    label: t('Account age before votes count'),
    hint: t("Votes by newer accounts don't change authors' points."),
    unit: t('seconds'),
  }),
  defaultFeedSort: () => ({
    label: t('Default feed sort'),
    hint: t('Used until a member chooses another.'),
    choices: {
      hot: t('Hot'),
      activity: t('Activity'),
      latest: t('New'),
      day: t('Top today'),
      week: t('Top this week'),
      month: t('Top this month'),
      year: t('Top this year'),
      all: t('Top of all time'),
    },
  }),
  trustForLinks: () => ({
    label: t('Post links'),
    hint: t('Links to other sites, in posts and comments.'),
    choices: trustLevelWords(),
  }),
  trustForImages: () => ({
    label: t('Post images'),
    hint: t('In posts and comments.'),
    choices: trustLevelWords(),
  }),
  trustForMentions: () => ({
    label: t('Mention members'),
    hint: t('Mentioned members get a notification.'),
    choices: trustLevelWords(),
  }),
  trustForMessages: () => ({
    label: t('Start conversations with moderators'),
    hint: t('Everyone can reply to messages and send appeals.'),
    choices: trustLevelWords(),
  }),
  trustForCommunities: () => ({
    label: t('Create communities'),
    hint: t('Applies if members can create communities. They also need enough points.'),
    choices: trustLevelWords(),
  }),
  trustWithoutReview: () => ({
    label: t('Post without review'),
    hint: t("Only matters where new members' posts are reviewed."),
    choices: trustLevelWords(),
  }),
  trustForAlerts: () => ({
    label: t('Notify moderators when reporting'),
    hint: t('Reports always go to the moderation queue.'),
    choices: trustLevelWords(),
  }),
  newMemberLimits: () => ({
    label: t('Rate limits at level 0'),
    hint: t('Percentage of the normal limits.'),
    unit: '%',
  }),
  dailyBackups: () => ({
    label: t('Daily backups'),
    hint: t('The first one starts right away.'),
  }),
  dailyBackupHour: () => ({
    label: t('Hour'),
    hint: t('In UTC, from 0 to 23.'),
  }),
  dailyBackupsKept: () => ({
    label: t('Daily backups to keep'),
    hint: t('Older ones are deleted. Manual backups stay.'),
  }),
  readOnly: () => ({
    label: t('Read-only mode'),
    hint: t('Only admins can make changes. Members can still log in and read.'),
  }),
  newestVersionUrl: () => ({
    label: t('Where to check for updates'),
    hint: t('A release feed or version number, checked daily. Leave empty to turn off.'),
  }),
  rateLimits: () => ({
    label: t('Rate limits'),
    hint: t('Limit how often people and programs can act.'),
  }),
  raiseBar: () => ({
    label: t('Protect the site during bot waves'),
    hint: t('Turns on automatically when sign-ups or posts are far above normal.'),
  }),
  barHours: () => ({
    label: t('Protection period'),
    hint: t('Extended for as long as the wave continues.'),
    unit: t('hours'),
  }),
  barApproval: () => ({
    label: t('Require approval to join during a wave'),
    hint: t('Applies if anyone can join.'),
  }),
  barRaisedUntil: () => ({
    label: t('Protected until'),
    hint: t('Until then, signing up is harder and first posts wait for review.'),
  }),
  aiCrawlers: () => ({
    label: t('Allow AI crawlers'),
    hint: t('When off, robots.txt asks known AI crawlers to stay away.'),
  }),
  pagesBeforeCheck: () => ({
    label: t('Browser check threshold'),
    hint: t('Uncached guest pages from one network. 0 turns this off.'),
    unit: t('pages per minute'),
  }),
  providerName: () => ({
    label: t('Site operator'),
    hint: t('The person or organization that runs this site.'),
  }),
  providerAddress: () => ({
    label: t('Postal address'),
    hint: t('Shown on the Contact page. Optional.'),
  }),
  legalRepresentative: () => ({
    label: t('Legal representative in the EU'),
    hint: t('Name and address, if you need one.'),
  }),
  dataProtectionOfficer: () => ({
    label: t('Data protection officer'),
    hint: t('Name and address, if you have one.'),
  }),
  authoritiesEmail: () => ({
    label: t('Email for authorities'),
    hint: t('Where authorities can write to you. Optional.'),
  }),
  contactLanguages: () => ({
    label: t('Languages'),
    hint: t('Languages people can use to contact you.'),
  }),
  donationFunded: () => ({
    label: t('Nonprofit, funded by donations'),
    hint: t('Shown on the About page.'),
  }),
  donationUrl: () => ({
    label: t('Donation page'),
    hint: t('Linked on the About page. Optional.'),
  }),
  acceptTerms: () => ({
    label: t('Ask members to accept the terms'),
    hint: t('New members when they sign up, others on their next visit.'),
  }),
  termsAskedAgainAt: () => ({
    label: t('Ask again if accepted before'),
    hint: t('Members who accepted before this time are asked again.'),
  }),
  minimumAge: () => ({
    label: t('Minimum age'),
    hint: t("Members confirm they're at least this old. 0 turns this off."),
    unit: t('years'),
  }),
}

/** What a setting is called and does, in the current language. */
export const wordsOf = (name: SettingName): SettingWords =>
  namedWords[name as NamedSetting]?.() ?? wordsOfRateLimit(name) ?? { label: name, hint: '' }
