import type { Endpoint } from '../../contract/endpoints/endpoint.ts'
import type { EndpointName } from '../../contract/endpoints/index.ts'
import { limits } from '../../contract/limits.ts'
import { moderationActs } from '../../contract/moderationActs.ts'

/** What something that a caller hands over means. */
export interface Meaning {
  /** A sentence or two, in Markdown. */
  readonly text: string
  /** The only words that are taken, besides nothing at all. */
  readonly words?: readonly string[]
  /** What holds where it is left out. */
  readonly byDefault?: string | number | boolean
  /** Of a field of a body that is empty by default: nothing is missing then. */
  readonly mayBeEmpty?: true
  /** Of a whole number. */
  readonly range?: readonly [min: number, max: number]
}

type Meanings = Readonly<Record<string, Meaning>>

const feedSorts = ['latest', 'hot', 'activity', 'day', 'week', 'month', 'year', 'all']
const itemSorts = ['addedDsc', 'addedAsc', 'createdDsc', 'createdAsc']
const groups = ['normal', 'mods', 'admins']
const officials = ['mods', 'admins']
const cut = (length: number) => `Longer ones are cut at ${length.toLocaleString('en')} characters.`
const named = (min: number, max: number) => `${min} to ${max} letters, digits and underscores.`

const pageSize: Meaning = {
  text: 'How many a page has at most.',
  byDefault: limits.pageSizeDefault,
  range: [1, limits.pageSizeMax],
}
const username: Meaning = { text: 'A name, in any case.' }
const password: Meaning = {
  text: `A password of at least ${limits.passwordMinLength} characters; what is beyond 72 bytes does not count.`,
}
const ownPassword: Meaning = { text: 'Your password.' }
const item: Meaning = { text: 'The id of the post or comment; not the public one of a post.' }
const listName: Meaning = {
  text: `The name in its address: ${named(limits.listNameMinLength, limits.listNameMaxLength)}`,
}

/** Of parameters in paths, by name. */
const inPaths: Meanings = {
  pageName: {
    text: 'The name of the page.',
    words: ['about', 'guidelines', 'moderator-guidelines', 'terms', 'privacy-policy', 'markdown_guide'],
  },
  username,
  badgeId: { text: 'The number of the badge, or with `byType=true` its type.' },
  communityId: { text: 'The id of the community.' },
  ruleId: { text: 'The number of the rule.' },
  publicId: { text: 'The public id of the post: the 8 characters in its address.' },
  postId: { text: 'The id of the post; not the public one.' },
  commentId: { text: 'The id of the comment.' },
  imageId: { text: 'The id of the image.' },
  reportId: { text: 'The number of the report.' },
  listName: { text: 'The name of the list, in any case.' },
  listId: { text: 'The number of the list.' },
  itemId: { text: 'The number of the item in the list.' },
  userId: { text: 'The id of the user.' },
  muteId: { text: 'The id of the mute: `u_` or `c_` and a number.' },
  notificationId: { text: 'The number of the notification.' },
  requestId: { text: 'The number of the request.' },
  blockId: { text: 'The number of the block.' },
}

/** Of parameters of that name in any query. */
const inQueries: Meanings = {
  next: { text: 'Where the page starts: the `next` of the page before. Left out: at the beginning.' },
  limit: pageSize,
  render: {
    text: 'Our own pages ask with `page` and get rendered HTML in the place of Markdown. Leave it out.',
    words: ['page'],
  },
  reason: {
    text: `Why, for everybody to read in the moderation log. ${cut(limits.moderationReasonMaxLength)}`,
  },
  userGroup: { text: 'In which role its author speaks.', words: groups, byDefault: 'normal' },
  lockAs: {
    text: 'With `action=lock`: in which role. Locking as a role takes that role to have.',
    words: officials,
  },
  deleteAs: { text: 'In which role.', words: groups, byDefault: 'normal' },
  format: { text: 'With `html`, what stands out in a rendered title is bold.', words: ['html'] },
}

/** Of fields of that name in any body. */
const inBodies: Meanings = {
  username,
  password: ownPassword,
  postId: { text: 'The id of the post; not the public one.' },
  commentId: { text: 'The id of the comment.' },
  communityId: { text: 'The id of the community.' },
  targetId: item,
  targetType: { text: 'Which of the two it is.', words: ['post', 'comment'] },
  up: { text: 'Which arrow: the one that points up?' },
}

const changedList: Meanings = {
  'body name': listName,
  'body displayName': { text: `How it is called. ${cut(limits.listDisplayNameMaxLength)}` },
  'body description': { text: `Markdown. ${cut(limits.listDescriptionMaxLength)}` },
  'body public': { text: 'Whether everybody may see it.' },
  'body sort': { text: 'How you like it sorted.', words: itemSorts },
}
const listsQuery: Meanings = {
  'query sort': { text: 'The order.', words: ['lastAdded', 'name'], byDefault: 'lastAdded' },
  'query filter': {
    text: 'Which of them; others’ private ones are never among them.',
    words: ['all', 'public', 'private'],
    byDefault: 'all',
  },
}
const itemsQuery: Meanings = {
  'query sort': {
    text: 'By the time of saving, or of the post or comment.',
    words: itemSorts,
    byDefault: 'addedDsc',
  },
  'query limit': { ...pageSize, byDefault: limits.listItemsPerPage },
}
const renderNotification: Meanings = {
  'query render': { text: 'With `true` in words and with an address; otherwise the facts.', words: ['true'] },
}
const reportsQuery: Meanings = {
  'query filter': { text: 'What was reported.', words: ['all', 'posts', 'comments'], byDefault: 'all' },
  'query limit': { ...pageSize, byDefault: limits.moderationItemsPerPage },
}
const byName: Meaning = { text: 'With `true`, `communityId` is the name of the community.', words: ['true'] }

/** What is different from the tables above, or only there in one call: by `query NAME` or `body NAME`. */
const ofCalls: { readonly [Name in EndpointName]?: Meanings } = {
  login: {
    'query action': { text: 'With `logout` it logs out, and looks at no body.', words: ['logout'] },
    'body username': username,
  },
  signup: {
    'body username': { text: named(limits.usernameMinLength, limits.usernameMaxLength) },
    'body email': { text: `Not needed. Longer than ${limits.emailMaxLength} characters is no address.` },
    'body password': password,
    'body captchaToken': {
      text: 'Where `captcha` of the first call says `pow`: base64 of the JSON `{"challenge", "solution"}` of ALTCHA.',
    },
  },
  getUser: {
    'query adminsView': { text: 'With `true`, for admins: what only they may know.', words: ['true'] },
  },
  deleteUser: {
    'body password': { text: 'The password of the caller, also where an admin deletes others.' },
  },
  getUserFeed: { 'query filter': { text: 'Left out: both.', words: ['posts', 'comments'] } },
  addBadge: { 'body type': { text: 'Which badge.', words: ['supporter'] } },
  removeBadge: {
    'query byType': { text: 'With `true`, `badgeId` is the type of the badge.', words: ['true'] },
  },
  updateSettings: {
    'query action': { text: 'What to change.', words: ['updateProfile', 'changePassword'] },
    'body aboutMe': { text: `Markdown. ${cut(limits.aboutMeMaxLength)}` },
    'body email': { text: 'An address; null or empty: none.' },
    'body homeFeed': { text: 'What the front page shows.' },
    'body upvoteNotificationsOff': { text: 'Not to be told of upvotes.' },
    'body replyNotificationsOff': { text: 'Not to be told of comments and replies.' },
    'body rememberFeedSort': { text: 'To find feeds sorted as they were left.' },
    'body embedsOff': { text: 'Not to see videos of other sites within pages.' },
    'body hideUserProfilePictures': { text: 'Not to see pictures of users.' },
    'body requireAltText': { text: 'To be asked what one’s own images show.' },
    'body password': { text: 'With `changePassword`: the password until now.' },
    'body newPassword': password,
    'body repeatPassword': { text: 'The new one once more.' },
  },
  recordEvent: { 'body event': { text: 'What happened.', words: ['pwa_use'] } },
  subscribeToPush: {
    'body endpoint': { text: 'Where the push service of the browser takes messages.' },
    'body keys': { text: 'The keys that the browser made for it, as it spells them.' },
  },
  endSessions: { 'query id': { text: 'Which session; left out: all but the one that asks.' } },
  confirmEmail: { 'body token': { text: 'What stands in the link of the mail.' } },
  requestPasswordReset: { 'body username': { text: 'A name, or a confirmed address.' } },
  resetPassword: {
    'body token': { text: 'What stands in the link of the mail.' },
    'body newPassword': password,
  },
  listCommunities: {
    'query q': { text: `A part of a name; ten at most are found. \`set\` and \`sort\` do not matter then.` },
    'query set': { text: 'Which ones.', words: ['all', 'default', 'subscribed'], byDefault: 'all' },
    'query sort': {
      text: 'The order.',
      words: ['new', 'old', 'size', 'name_asc', 'name_dsc'],
      byDefault: 'name_asc',
    },
    'query limit': { text: 'How many at most; left out or 0: all of them.' },
    'query next': { text: 'The id of the community to begin with. An addition of ours.' },
  },
  createCommunity: {
    'body name': { text: named(limits.communityNameMinLength, limits.communityNameMaxLength) },
    'body about': { text: `Markdown. ${cut(limits.communityAboutMaxLength)}`, mayBeEmpty: true },
  },
  getCommunity: { 'query byName': byName },
  updateCommunity: {
    'query byName': byName,
    'body nsfw': { text: 'Whether it is not for all ages.' },
    'body about': { text: `Markdown. ${cut(limits.communityAboutMaxLength)}` },
    'body postingRestricted': { text: 'Whether only moderators and admins may post.' },
    'body moderationLogNames': {
      text: 'Whether its moderation log names moderators. An addition of ours.',
    },
  },
  joinCommunity: { 'body leave': { text: 'To leave it instead.' } },
  createRule: {
    'body rule': { text: `The rule. ${cut(limits.ruleMaxLength)}` },
    'body description': { text: `The same in more words. ${cut(limits.ruleMaxLength)}` },
  },
  reorderRules: { 'body order': { text: 'The numbers of the rules in their new order.' } },
  updateRule: {
    'body rule': { text: `The rule. ${cut(limits.ruleMaxLength)}` },
    'body description': { text: `The same in more words. ${cut(limits.ruleMaxLength)}` },
    'body zIndex': { text: 'Rules with a smaller one come first.' },
  },
  addModerator: { 'body username': username },
  listPosts: {
    'query feed': {
      text: 'Which feed. `home`: the communities you joined. `moderating`: those you moderate. `community`: the one of `communityId`.',
      words: ['all', 'home', 'moderating', 'community'],
      byDefault: 'all',
    },
    'query sort': {
      text: '`hot` ages; `activity` looks at the last comment; `day` to `all` have the most points of that time first.',
      words: feedSorts,
      byDefault: 'latest',
    },
    'query communityId': { text: 'Only posts of this community.' },
    'query filter': {
      text: 'For moderators: only such posts, in pages by number. It takes `communityId` and `page`.',
      words: ['deleted', 'locked', 'all'],
    },
    'query page': { text: 'With `filter`: the number of the page, from 1.' },
  },
  createPost: {
    'body type': { text: 'What it is made of.', words: ['text', 'image', 'link'] },
    'body title': {
      text: `At least ${limits.titleMinLength} characters. ${cut(limits.titleMaxLength)}`,
    },
    'body body': { text: `Of text posts: Markdown. ${cut(limits.bodyMaxLength)}` },
    'body community': { text: 'The name of the community.' },
    'body userGroup': { text: 'In which role you speak.', words: groups },
    'body images': {
      text: `Of image posts: what was uploaded before, 1 to \`imagesPerPost\` images, in order. A caption becomes the alt text of an image that has none.`,
    },
    'body imageId': { text: 'The older form for a single image; not looked at beside `images`.' },
    'body url': {
      text: `Of link posts: http or https; without a scheme http. Longer ones are cut at ${limits.linkMaxBytes} bytes.`,
    },
  },
  getPost: {
    'query fetchCommunity': {
      text: 'With anything but `true` the community is left out.',
      byDefault: 'true',
    },
    'query commentsLimit': {
      text: 'How many comments come with it at most.',
      byDefault: limits.commentsPerPage,
      range: [1, limits.commentsPerPage],
    },
  },
  updatePost: {
    'query action': {
      text: 'Left out: title and body are replaced, by the author. `lock` and `unlock`, `pin` and `unpin` are for moderators and admins, `announce` for admins; `changeAsUser` changes the role in which the author speaks.',
      words: ['lock', 'unlock', 'changeAsUser', 'pin', 'unpin', 'announce'],
    },
    'query siteWide': {
      text: 'With `true`, pinning counts for the whole site; for admins.',
      words: ['true'],
    },
    'body title': {
      text: `At least ${limits.titleMinLength} characters; left out it stays. ${cut(limits.titleMaxLength)}`,
    },
    'body body': { text: `Markdown; left out it stays. ${cut(limits.bodyMaxLength)}` },
  },
  deletePost: {
    'query deleteContent': {
      text: 'Whether the content goes, too, not only the post; not for moderators.',
      words: ['true', 'false'],
      byDefault: 'false',
    },
  },
  getLinkInfo: { 'query url': { text: 'The address of a page, http or https.' } },
  listComments: {
    'query parentId': { text: 'All that stands below this comment, in one array.' },
    'query limit': {
      text: 'How many comments a page has at most; what they stand below comes with them.',
      byDefault: limits.commentsPerPage,
      range: [1, limits.commentsPerPage],
    },
  },
  createComment: {
    'body parentCommentId': { text: 'The comment to reply to; left out or null: the post.' },
    'body body': { text: `Markdown, not empty. ${cut(limits.bodyMaxLength)}` },
  },
  updateComment: {
    'query action': {
      text: 'Left out: the text is replaced, by the author. `lock` and `unlock` are for moderators and admins; `changeAsUser` changes the role in which the author speaks.',
      words: ['lock', 'unlock', 'changeAsUser'],
    },
    'body body': { text: `Markdown, not empty. ${cut(limits.bodyMaxLength)}` },
  },
  previewMarkdown: { 'body body': { text: `Markdown. ${cut(limits.bodyMaxLength)}` } },
  updateImage: { 'body altText': { text: `What it shows; empty: nothing. ${cut(limits.altTextMaxLength)}` } },
  report: {
    'body type': { text: 'What is reported.', words: ['post', 'comment'] },
    'body reason': { text: 'The number of one of the `reportReasons` of the first call.' },
  },
  listReports: {
    ...reportsQuery,
    'query page': { text: 'The number of the page, from 1.', byDefault: 1 },
  },
  listQueue: {
    ...reportsQuery,
    'query scope': {
      text: 'The communities you moderate, or for admins all of them.',
      words: ['moderating', 'all'],
      byDefault: 'moderating',
    },
  },
  ignoreReports: { 'body type': { text: 'What was reported.', words: ['post', 'comment'] } },
  listBanned: { 'query q': { text: 'How their names begin.' } },
  banFromCommunity: {
    'body expires': { text: 'Until when: RFC 3339, in the future. Left out or null: until it is lifted.' },
    'body note': { text: `For the other moderators. ${cut(limits.banNoteMaxLength)}` },
  },
  listModerationLog: {
    'query communityId': { text: 'Only what was done in this community.' },
    'query action': { text: 'Only acts of this kind.', words: moderationActs },
    'query moderator': { text: 'Only what this user did, by name.' },
    'query limit': { ...pageSize, byDefault: limits.moderationLogPerPage },
  },
  listLists: listsQuery,
  createList: {
    ...listsQuery,
    'body name': listName,
    'body displayName': {
      text: `How it is called; left out: as its name. ${cut(limits.listDisplayNameMaxLength)}`,
    },
    'body description': { text: `Markdown. ${cut(limits.listDescriptionMaxLength)}` },
    'body public': { text: 'Whether everybody may see it.' },
  },
  listSavedTo: {
    'query id': item,
    'query type': { text: 'Which of the two it is.', words: ['post', 'comment'] },
  },
  updateList: changedList,
  updateListById: changedList,
  listItems: itemsQuery,
  addItem: itemsQuery,
  removeItems: itemsQuery,
  listItemsById: itemsQuery,
  addItemById: itemsQuery,
  removeItemsById: itemsQuery,
  mute: {
    'body userId': { text: 'Whom to mute.' },
    'body communityId': { text: 'What to mute.' },
  },
  unmuteAll: { 'query type': { text: 'Left out: both.', words: ['user', 'community'] } },
  listNotifications: renderNotification,
  updateNotifications: {
    'query action': { text: 'What to do.', words: ['resetNewCount', 'markAllAsSeen', 'deleteAll'] },
    'query type': { text: 'With `markAllAsSeen`: only those of this type.' },
    'query render': { text: 'Not looked at.' },
    'query format': { text: 'Not looked at.' },
  },
  getNotification: renderNotification,
  updateNotification: {
    ...renderNotification,
    'query action': { text: 'What to do.', words: ['markAsSeen'] },
    'query seen': { text: 'With `false` it is unseen again.', byDefault: 'true' },
    'query seenFrom': { text: 'With `webpush` the count of new ones is made anew.', words: ['webpush'] },
  },
  deleteNotification: renderNotification,
  search: {
    'query q': {
      text: `Words, \`"phrases"\`, \`-words\`, \`author:\`, \`community:\`, \`type:\`, \`before:\`, \`after:\`. ${cut(limits.searchMaxLength)}`,
    },
    'query in': {
      text: 'What to look for.',
      words: ['posts', 'comments', 'communities', 'people'],
      byDefault: 'posts',
    },
    'query sort': { text: 'The order.', words: ['relevance', 'new', 'top'], byDefault: 'relevance' },
  },
  administrate: {
    'body action': {
      text: 'What to do.',
      words: ['ban_user', 'unban_user', 'add_default_forum', 'remove_default_forum', 'deny_comm'],
    },
    'body username': { text: 'Of `ban_user` and `unban_user`: whom.' },
    'body name': { text: 'Of `add_default_forum` and `remove_default_forum`: the name of a community.' },
    'body deleteContentDays': {
      text: 'Of `ban_user`: what was written in the last so many days is deleted; 0 and less: everything. Left out: nothing.',
    },
    'body id': { text: 'Of `deny_comm`: the number of the request.' },
    'body body': {
      text: `Of \`deny_comm\`: what the requester is told; empty: that it was declined. ${cut(limits.denialNoteMaxLength)}`,
    },
  },
  listUsers: { 'query q': { text: 'A part of a name, of an address, or an IP address.' } },
  updateSiteSettings: {
    'body signupsDisabled': { text: 'Whether nobody can make an account.' },
    'body torBlocked': { text: 'Whether nobody can come through the Tor network.' },
  },
  requestCommunity: {
    'body name': { text: named(limits.communityNameMinLength, limits.communityNameMaxLength) },
    'body note': { text: `For the admins. ${cut(limits.requestNoteMaxLength)}`, mayBeEmpty: true },
  },
  listIpBlocks: {
    'query limit': {
      text: 'How many a page has at most.',
      byDefault: limits.ipBlocksPerPage,
      range: [1, limits.ipBlocksPerPageMax],
    },
  },
  createIpBlock: {
    'body address': {
      text: `An address, a range such as \`10.0.0.0/16\` of at least ${limits.ipBlockPrefixMin} bits, or one with wildcards at its end such as \`10.0.*.*\`.`,
    },
    'body expiresIn': { text: `Hours; ${limits.ipBlockHoursMin} and less: for ever.` },
    'body note': { text: `For the other admins. ${cut(limits.ipBlockNoteMaxLength)}`, mayBeEmpty: true },
  },
  listStatistics: {
    'query limit': {
      text: 'How many a page has at most.',
      byDefault: limits.statisticsPerPage,
      range: [1, limits.statisticsPerPageMax],
    },
  },
}

const general = { path: inPaths, query: inQueries, body: inBodies }

/** What a parameter, or a field of a body, means; undefined where nobody has said it yet. */
export function meaningOf(
  call: EndpointName,
  place: 'path' | 'query' | 'body',
  name: string,
): Meaning | undefined {
  const own = ofCalls[call]?.[`${place} ${name}`]
  return own ?? (Object.hasOwn(general[place], name) ? general[place][name] : undefined)
}

/** What the tables above say of calls that do not have it: `CALL query NAME`, for a test. */
export function meaningsOfNothing(endpoints: Readonly<Record<string, Endpoint>>): string[] {
  return Object.entries(ofCalls).flatMap(([call, meanings]) =>
    Object.keys(meanings)
      .filter((key) => {
        const [place = '', name = ''] = key.split(' ')
        const schema = endpoints[call]?.[place as 'query' | 'body']
        return !schema || !Object.hasOwn(schema.properties, name)
      })
      .map((key) => `${call} ${key}`),
  )
}
