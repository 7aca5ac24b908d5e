export const usernameMinLength = 3
export const usernameMaxLength = 21
export const communityNameMinLength = 3
export const communityNameMaxLength = 21
export const passwordMinLength = 8
/** For so long after the password was given, whoever uses the session may do what is reserved to its owner. */
export const passwordRecentMinutes = 10
export const emailMaxLength = 254
export const titleMinLength = 3
export const titleMaxLength = 255
export const bodyMaxLength = 20_000
export const aboutMeMaxLength = 10_000
export const communityAboutMaxLength = 2000
/** Of a rule, and of its description. */
export const ruleMaxLength = 512
/** Every page of a community carries all its rules and moderators. */
export const rulesPerCommunityMax = 100
export const moderatorsPerCommunityMax = 100
export const altTextMaxLength = 1024
/** Of what a moderator gives as the reason of an act. */
export const moderationReasonMaxLength = 500
export const moderationLogPerPage = 30
export const imagesPerPostMax = 10
/** Of the address of a link post, in bytes. */
export const linkMaxBytes = 2048
export const uploadMaxBytes = 25 * 1024 * 1024
/** An upload that no post shows by then is removed. */
export const unusedImageHours = 12
/** For so long a browser or cache shows an image without asking whether it is still there. */
export const imageCacheSeconds = 3600
export const hiddenPostsMax = 1000
export const listNameMinLength = 3
export const listNameMaxLength = 21
export const listDisplayNameMaxLength = 50
export const listDescriptionMaxLength = 10_000
/** More than anybody keeps by hand; answers must not grow without end. */
export const listsPerMemberMax = 200
export const listItemsMax = 10_000
export const listItemsPerPage = 10
/** Of each kind; every page that a member opens carries them. */
export const mutesMax = 1000
/** Of what is typed into the search box; the rest is cut off. */
export const searchMaxLength = 200
export const backOnlineDelayMs = 2000
export const updateCheckMs = 2 * 60_000
export const updatePromptMinMs = 20 * 60_000
export const updatePromptCheckMs = 10_000
export const pushAskAgainDays = 30
export const passwordResetHours = 1
export const emailConfirmationHours = 24
export const exportDays = 7
/** 0-based, so a thread has sixteen levels. */
export const commentMaxDepth = 15
export const commentsPerPage = 500
/** What one of our own pages loads first; clients of the API get `commentsPerPage`. */
export const commentsPerRenderedPage = 100
/** How many comments are drawn at once; the others follow in batches. */
export const commentsDrawnFirst = { desktop: 20, phone: 5 } as const
export const commentsDrawnInBatch = { desktop: 40, phone: 20 } as const
export const commentBatchDelayMs = { desktop: 100, phone: 250 } as const
/** Rows of a page of a table in the dashboard of admins. */
export const adminTableRows = 100
/** What such a table shows of a text. */
export const adminTableTextMaxLength = 300
export const pageSizeDefault = 10
export const pageSizeMax = 50
export const communitySearchResults = 10
export const communitySuggestionsDebounceMs = 200
export const communityCreationPoints = 10
export const communitiesModeratedMax = 10
export const pinnedPostsMax = 2
/** Of reports, of removed and of locked posts; and of the queue over all communities. */
export const moderationItemsPerPage = 10
export const banNoteMaxLength = 500
export const alertMs = 3000
export const feedLoadMoreMinPx = 200
export const loadingStateDelayMs = 80
/** Images of posts are no higher than this, on phones than this share of the window. */
export const imageMaxHeightPx = { feed: 520, postPage: 540 } as const
export const imageMaxHeightPhoneShare = 0.8
/** How wide an image of a post is shown, for the browser to choose a copy. */
export const imageSizesHint = '(max-width: 768px) 358px, 647px'
export const sidebarCommunities = 10
export const collapseHeightPx = { communityAbout: 250, profileAbout: 120, comment: 500, other: 300 } as const
export const phoneMaxWidthPx = 768
export const sessionDays = 360
export const ipBlockNoteMaxLength = 500
/** Of an IP block, in hours: a hundred years. */
export const ipBlockHoursMax = 876_000
/** Shorter ones mean for ever. */
export const ipBlockHoursMin = 0.0001
/** How many leading bits all addresses of a blocked range share at least. */
export const ipBlockPrefixMin = 8
export const ipBlocksPerPage = 20
export const ipBlocksPerPageMax = 100
export const statisticsPerPage = 250
export const statisticsPerPageMax = 1000
export const requestNoteMaxLength = 500
export const denialNoteMaxLength = 500
/** Older community requests are not shown. */
export const requestDays = 90
