/**
 * Sentences without a fact of the program. `rule`: asks people for something, or says what a word means. `promise`: what the people who
 * run the site undertake; docs/operations.md asks them to read it before they publish it.
 */
export type Unproven = 'rule' | 'promise'

/** Tests that prove a sentence: the file, and the title in it. */
export const tests = {
  addresses: ['tests/privacy.test.ts', 'is partly shown to admins'],
  agreements: [
    'server/features/agreements/agreements.test.ts',
    'records the version of the terms, the age that was asked for, and when',
  ],
  appeals: [
    'server/features/appeals/appeals.test.ts',
    'another moderator than the one who acted, if there is one',
  ],
  appUse: [
    'server/features/statistics/events.test.ts',
    'is counted once per session, for guests and members',
  ],
  archive: ['server/features/ownData/everyTable.test.ts', 'an archive reads each that has data of its owner'],
  blockedAddresses: ['server/features/ipBlocks/ipblocks.test.ts', 'gets a short page for every request'],
  complaints: ['server/features/notices/notices.test.ts', 'another admin decides, and the sender is mailed'],
  communities: [
    'server/features/staticPages/staticPages.test.ts',
    'the About page links to the configured communities that exist',
  ],
  csp: ['server/platform/http/headers.test.ts', 'allows nothing else'],
  dailyBackups: [
    'server/features/backups/backups.test.ts',
    'are made once a day if that is set, and the configured number is kept',
  ],
  deletion: [
    'server/features/ownData/deleteAccount.test.ts',
    'is done by its owner with the password, and ends their sessions',
  ],
  editHistory: ['server/features/editHistory/editHistory.test.ts', 'has every version, the newest first'],
  editing: ['server/features/posting/edit.test.ts', 'replaces title and body and says when'],
  erasedByAdmins: [
    'server/features/ownData/erasing/erasing.test.ts',
    'can be done to banned and deleted members, and by members themselves',
  ],
  erasedTexts: [
    'server/features/ownData/erasing/erasing.test.ts',
    'leaves emptied texts in their lists, or takes them from there',
  ],
  erasing: [
    'server/features/ownData/erasing/erasing.test.ts',
    'with content %s leaves no trace, but what is to be kept',
  ],
  checkedBrowsers: ['server/features/traffic/challenge.test.ts', 'gets a page that checks the browser, once'],
  hiddenLink: ['server/features/traffic/honeypot.test.ts', 'marks the network of a guest who follows it'],
  images: ['server/features/images/serve.test.ts', 'is served unchanged to anyone who has its URL'],
  imagesDeleted: ['server/core/images/delete.test.ts', 'is deleted with the content of its post'],
  installable: ['tests/browser/installable.test.ts', 'meets the criteria of browsers'],
  invitations: ['server/features/invitations/invitations.test.ts', 'and lists who joined'],
  languageCookie: [
    'server/features/forms/languages.test.ts',
    'on a read-only site, a member can still choose a language for this browser',
  ],
  linkPreviews: ['server/features/links/preview.test.ts', 'is not fetched with LINK_PREVIEWS=off'],
  metadata: ['server/core/images/picture.test.ts', 'loses all metadata: location, camera, time'],
  minimumAge: ['server/features/agreements/agreements.test.ts', 'an age below it'],
  moderationLog: [
    'server/features/moderationLog/list.test.ts',
    'shows action, community, actor, target and reason, the newest first',
  ],
  moderatorOrder: ['server/features/moderators/moderators.test.ts', 'is refused for lower moderators'],
  moderatorsMay: [
    'server/features/moderating/queue/items.test.ts',
    'is listed with moderator and reason, until it is restored',
  ],
  newBrowser: [
    'server/features/accounts/protection.test.ts',
    'of a login from a new browser, once for each browser',
  ],
  noEditHistory: [
    'server/features/editHistory/editHistory.test.ts',
    'stores no further versions with “nobody”',
  ],
  notes: [
    'server/features/memberHistory/history.test.ts',
    'lets nobody see, delete or write notes about themselves',
  ],
  notices: ['server/features/notices/notices.test.ts', 'is listed for admins with who sent it'],
  noticeDecisions: [
    'server/features/notices/notices.test.ts',
    'to keep changes nothing, and is mailed with its reasons, redress and a link',
  ],
  noVideo: ['server/core/images/upload.test.ts', 'that %s is refused, and nothing is kept'],
  players: ['tests/browser/videos.test.ts', 'is only a link for members who turned players off'],
  privacy: ['tests/privacy.test.ts', 'is found by that member'],
  votePatterns: ['server/features/admin/votes/patterns.test.ts', 'never say who voted for what'],
  uncountedVotes: [
    'server/features/admin/votes/uncounted.test.ts',
    'are out of scores, points and hotness, as a recount has them; counting again restores each',
  ],
  privateForum: [
    'tests/privateForum.test.ts',
    'answers guests on no route of its server but those that are listed',
  ],
  publicProfile: ['tests/pages/audience.test.ts', 'exists, for its audience'],
  pushEncrypted: ['server/features/push/push.test.ts', 'is sent encrypted by the job queue'],
  readingAsGuest: ['tests/pages/audience.test.ts', 'exists, for its audience'],
  reasons: [
    'server/features/notifications/statementOfReasons.test.ts',
    'of a $kind that is $name; basis: $basis',
  ],
  referrer: [
    'server/platform/markdown/render.test.ts',
    'elsewhere open in a new tab, with no-referrer and nofollow',
  ],
  reportedCopies: [
    'server/features/moderating/queue/items.test.ts',
    'has its title and text, so that moderators can review it',
  ],
  reporters: [
    'server/features/moderating/queue/items.test.ts',
    'names who reported to moderators and admins only, as the privacy policy says',
  ],
  rules: ['server/features/rules/rules.test.ts', 'puts it below the others, and answers with all of them'],
  suspensions: ['server/features/admin/ban.test.ts', 'is refused for admins, including oneself'],
  traffic: [
    'server/features/traffic/traffic.test.ts',
    'is added up by network and program, the most expensive first',
  ],
  whatRemains: ['server/features/ownData/erasing/erasing.test.ts', 'keeps the name taken without knowing it'],
  withheld: ['server/features/admin/deleteContent.test.ts', 'is erased after 30 days'],
} as const

/** Facts that policies.test.ts looks up in the code itself. */
export const checked = [
  'addressesKept',
  'appUseDays',
  'browserCookie',
  'bucket',
  'donations',
  'draftDays',
  'guestCookies',
  'hcaptcha',
  'mails',
  'noAds',
  'noFederation',
  'noticeDays',
  'notifications',
  'notificationsKept',
  'openSource',
  'page',
  'passwords',
  'push',
  'rateLimits',
  'securityEvents',
  'storage',
  'visits',
  'visitsKept',
] as const

export type Proof = Unproven | keyof typeof tests | (typeof checked)[number]
