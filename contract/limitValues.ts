export const usernameMinLength = 3
export const usernameMaxLength = 21
export const communityNameMinLength = 3
export const communityNameMaxLength = 21
export const passwordMinLength = 8
/** How long a session may make calls that need a recent password. */
export const passwordRecentMinutes = 10
export const emailMaxLength = 254
export const titleMinLength = 3
export const titleMaxLength = 255
export const bodyMaxLength = 20_000
/** Further mentions in a text are neither listed nor notified. */
export const mentionsPerTextMax = 10
/** An edit within this time of the creation notifies the members that it newly mentions. */
export const mentionEditMinutes = 60
/** Per member; one more replaces the oldest. */
export const draftsMax = 100
/** Drafts are deleted this long after they were last saved. */
export const draftDays = 90
/** How long moderators keep what its author deleted while it was reported, if nobody deals with the reports. */
export const reportedCopyDays = 30
/** Longer than the title of a post, because the title of a comment's draft says what it replies to. */
export const draftTitleMaxLength = 300
export const draftUrlMaxLength = 8000
/** What the list of drafts shows of each. */
export const draftExcerptLength = 200
export const aboutMeMaxLength = 10_000
export const communityAboutMaxLength = 2000
/** For a rule, and for its description. */
export const ruleMaxLength = 512
/** In one answer of the directory. */
export const communitiesPerPageMax = 1000

export const communitiesJoinedMax = 1000
/** New posts are counted in this many of a member's communities, the first by name. */
export const newPostsCommunitiesMax = 100
export const newPostsCountedMax = 100
/** Communities that a member joins or leaves in one call. */
export const membershipChangesMax = 50
/** Communities that an admin creates in one call. */
export const communitiesCreatedAtOnceMax = 20
/** Communities on a profile that the user moderates, the first by name. */
export const moderatedCommunitiesShown = 100
/** Ids in the initial data of communities that a member moderates or is banned from. */
export const communityIdsShown = 1000
/** Members that one notification keeps as its causes, the latest ones. */
export const notificationActorsMax = 50
/** Plain text of the post or comment that a notification is about. */
export const notificationExcerptMaxLength = 160
/** In one answer; others can be searched by the beginning of their names. */
export const bannedMembersShown = 1000
/** Requests shown to admins, and to the member who made them. */
export const communityRequestsShown = 1000
export const sessionsShown = 100
/** Questions to applicants. */
export const approvalQuestionsMax = 3
export const approvalQuestionMaxLength = 300
export const approvalAnswerMaxLength = 2000
/** For a question of an admin to one applicant, and for the message to a declined one. */
export const applicationTextMaxLength = 500
/** Questions of admins to one applicant. */
export const applicationQuestionsMax = 5
/** Decided applications are deleted after this long, and names of declined applicants are free again. */
export const decidedApplicationDays = 30
export const applicationsPerPage = 20
/** Counting of waiting applications stops here. */
export const applicationsCountedMax = 1000
export const invitationUsesMax = 1000
/** For members who are not admins. */
export const invitationUsesOfMembersMax = 20
export const invitationDaysMax = 365
/** Usable invitations of one member who is not an admin. */
export const invitationsPerMemberMax = 20
export const invitationsPerPage = 20
/** In the list of the posts that a member has hidden. */
export const hiddenPostsPerPage = 20
/** Members named with the invitation that they joined by, the latest ones. */
export const invitedMembersShown = 20
export const domainMaxLength = 253
/** Refused or allowed mail domains. */
export const mailDomainsMax = 500
/** A user's text about themselves is cut at this length where the user is part of another answer. */
export const authorAboutMaxLength = 300
/** Limited because every page of a community contains all its rules and moderators. */
export const rulesPerCommunityMax = 100
export const moderatorsPerCommunityMax = 100
/** Earlier versions of one post or comment. */
export const versionsKept = 50
export const versionsPerPage = 10
export const altTextMaxLength = 1024
export const moderationReasonMaxLength = 500
/** What a reporter writes besides the reason. */
export const reportNoteMaxLength = 500
/** The latest reports about one post or comment; counts include all. */
export const reportsShownPerTarget = 10
/** Posts and comments that a moderator decides about in one call. */
export const queueDecisionsMax = 50
/** What waits for review is decided by the choice of the community once it has waited this long. */
export const heldHours = 48
/** For how many minutes a community may hide points, at most. */
export const scoreHiddenMinutesMax = 1440
/** What was refused is kept this long for its author. */
export const heldDays = 30
/** Posts, comments and edits that a moderator approves or refuses in one call. */
export const heldDecisionsMax = 50
/** How many of their own a member sees. */
export const heldListedMax = 50
/** Counting of each kind in the queue stops here. */
export const queueCountedMax = 10_000
/** The most frequent reasons of open reports. */
export const queueReasonsShown = 100
/** A moderator who has not renewed their view of an item for this long counts as gone. */
export const queueLookerSeconds = 30
/** How long decisions of other moderators are shown. */
export const queueRecentSeconds = 120
/** Items that other moderators have open, and items that they decided recently. */
export const queueOthersShown = 100
/** An edit within this time of a decision puts the item into the queue again. */
export const queueReviewDays = 30
/** Members whose reports are not shown, in one community or on the whole site. */
export const silencedReportersMax = 200
/** What moderators add to a removal for its author alone. */
export const removalNoteMaxLength = 500
/** Prepared reasons of a community; each is at most as long as a reason. */
export const removalTemplatesMax = 30
export const removalTemplateNameMaxLength = 80
/** For an appeal, and for its answer. */
export const appealMaxLength = 1000
export const appealsPerPage = 20
/** Counting of open appeals stops here. */
export const appealsCountedMax = 1000
/** For why something is unlawful, or against the rules, and for a complaint. */
export const noticeMaxLength = 3000
export const noticeGroundMaxLength = 200
export const noticeCountryMaxLength = 60
export const noticeNameMaxLength = 100
export const noticeAddressMaxLength = 300
/** The sender can complain about a decision for this long; then their name and address are deleted. */
export const noticeComplaintDays = 184
export const noticesPerPage = 20
/** Counting of open notices stops here. */
export const noticesCountedMax = 1000
export const modmailSubjectMaxLength = 100
export const modmailMessageMaxLength = 5000
export const conversationsPerPage = 20
export const messagesPerPage = 50
/** What the list of conversations shows of the latest message. */
export const modmailExcerptLength = 200
/** Per member and community. */
export const openConversationsMax = 20
/** Counting of conversations with new messages stops here. */
export const conversationsCountedMax = 100
/** Conversations are deleted this long after they were archived. */
export const archivedConversationDays = 730
/** In a member's history; the count includes all. */
export const warningsShown = 20
export const memberNoteMaxLength = 1000
/** Per member and community. */
export const memberNotesMax = 50
export const memberHistoryPerPage = 20
/** A member's history considers this many entries of the moderation log, the latest ones. */
export const memberHistoryCountedMax = 1000
/** Addresses of one account by which other accounts of the same person are searched. */
export const relatedAddressesMax = 10
/** With more accounts, an address is probably shared by many people, so none of them is listed. */
export const accountsPerAddressShown = 20
export const relatedAccountsMax = 50
/** Bans listed for each related account. */
export const bannedFromShown = 5
/** By default, moderators are notified of the first open report, of this many, and of one open for this long. */
export const alertDefaults = { onFirst: true, threshold: 3, ageHours: 24 } as const
export const alertThresholdMin = 2
export const alertThresholdMax = 100
export const alertAgeHoursMax = 720
/** Posts that a community, or the site, can pin. */
export const pinnedPostsMax = 2
/** Moves of posts in the tools of a community. */
export const movesShown = 50
/** Merges of posts in the tools of a community, and posts with the same link that are offered as targets. */
export const mergesShown = 50
export const sameLinksShown = 10
/** How many of the latest posts of a community are searched for the same link. */
export const sameLinksSearched = 5000
/** Comments that a merge moves. */
export const mergedCommentsMax = 10_000
/** Posts with the same image that moderators are shown. */
export const sameImagePostsShown = 20
/** Saved views of the queue. */
export const queueViewsMax = 20
export const queueViewNameMaxLength = 40
export const queueViewQueryMaxLength = 600
/** Entries of the Atom feed of the queue. */
export const queueFeedEntries = 30
export const moderationLogPerPage = 30
/** Entries of the Atom feed of a moderation log. */
export const logFeedEntries = 30
/** Rows of a log that is downloaded as a file. */
export const logFileRows = 10_000
export const imagesPerPostMax = 10
/** Images below the text of a post or comment. */
export const attachmentsMax = 4
/** A picture is very tall if its height is more than this many times its width. */
export const tallPictureRatio = 3
/** Length of the URL of a link post. */
export const linkMaxBytes = 2048
/** Uploads that nothing uses are deleted after this long. */
export const unusedImageHours = 12
/** How long browsers and caches use an image without asking whether it still exists. */
export const imageCacheSeconds = 3600
export const listNameMinLength = 3
export const listNameMaxLength = 21
export const listDisplayNameMaxLength = 50
export const listDescriptionMaxLength = 10_000
/** Limited because one answer contains them all. */
export const listsPerMemberMax = 200
export const listItemsPerPage = 10
/** Per kind. Limited because every page of a member loads them. */
export const mutesMax = 1000
/** Members who vouched for one, and for whom one vouched, that admins see. */
export const vouchesShown = 100
/** Longer queries are cut. */
export const searchMaxLength = 200
/** Counting of results of each kind stops here. */
export const resultsCountedMax = 1000
export const suggestedCommunities = 3
/** As many as the list of an editor has rows; the search box shows fewer. */
export const suggestedUsers = 6
export const suggestedPosts = 5
export const passwordResetHours = 1
export const emailConfirmationHours = 24
export const exportDays = 7
/** 0-based, so a thread has sixteen levels. */
export const commentMaxDepth = 15
export const commentsPerPage = 500
/** All texts of a page of comments together; only a single comment with its ancestors may exceed it. */
export const commentTextBytesPerPage = 2_000_000
/** Comments that our own pages load first; clients of the API get `commentsPerPage`. */
export const commentsPerRenderedPage = 100
/** Rows per page of a table in the dashboard of admins. */
export const adminTableRows = 100
/** Accounts that one call of an admin changes. */
export const membersChangedMax = 100
/** Younger accounts count as new. */
export const newMemberDays = 7
/** In the state of the system. */
export const tablesShown = 10
export const failedJobsShown = 50
export const failuresShown = 100
export const jobsChangedMax = 100
export const pageSizeDefault = 10
export const pageSizeMax = 50
export const communitySearchResults = 10
export const banNoteMaxLength = 500
/** In the initial data of a member. */
export const ownBansShown = 50
export const sidebarCommunities = 10
export const ipBlockNoteMaxLength = 500
/** A hundred years. */
export const ipBlockHoursMax = 876_000
/** Shorter durations mean a permanent block. */
export const ipBlockHoursMin = 0.0001
/** The shortest prefix of a blocked range. */
export const ipBlockPrefixMin = 8
export const ipBlocksPerPage = 20
export const ipBlocksPerPageMax = 100
/** How long the answer to a call is kept under its idempotency key. */
export const idempotencyKeyHours = 24
export const statisticsPerPage = 250
/** Including hidden ones. */
export const reportReasonsMax = 30
export const reportReasonTitleMaxLength = 100
export const reportReasonDescriptionMaxLength = 500
/** Settings of the site that one call changes. */
export const settingChangesMax = 200
export const settingChangesPerPage = 50
export const securityEventsPerPage = 50
/** In the list of backups. */
export const backupsShown = 100
export const erasuresShown = 100
/** Days in which an admin can restore what a ban removed. */
export const withheldDays = 30
/** Accounts of one bulk action of admins. */
export const bulkActionAccountsMax = 10_000
/** Posts and comments of one bulk removal. */
export const bulkActionContentsMax = 20_000
export const bulkActionsShown = 20
/** Waves of bots in the list of admins. */
export const wavesShown = 20
export const blockedPicturesMax = 5000
export const blockedPictureNoteMaxLength = 200
/** Networks and programs at Admin → Traffic. */
export const trafficRows = 25
/** Groups, accounts and members of each kind at Admin → Votes. */
export const votePatternRows = 20
/** The newest votes on posts, and as many on comments, in which patterns are looked for. */
export const votesLookedAtMax = 200_000
export const uncountedVotersShown = 100
export const slowVotersShown = 100
/** Accounts that are shown before a bulk action, and skipped ones after it. */
export const bulkActionSamples = 10
/** In UTF-16 units. Longer Markdown would not be formatted. */
export const staticPageMaxLength = 40_000
export const staticPageVersionsPerPage = 10
export const termsVersionsPerPage = 10
/** In years. */
export const ageDeclaredMax = 150
export const statisticsPerPageMax = 1000
export const requestNoteMaxLength = 500
export const denialNoteMaxLength = 500
/** Older community requests are not shown. */
export const requestDays = 90
/** How long members can be made to wait between two comments. */
export const slowModeSecondsMin = 5
export const slowModeSecondsMax = 24 * 60 * 60
/** How long slow mode and limits of who may comment can last, unless they have no end. */
export const commentLimitHoursMax = 24 * 30
/** Rules without code, of a community or of the whole site. */
export const automationRulesMax = 100
export const automationNameMaxLength = 80
export const automationConditionsMax = 40
/** Conditions for which the database has to count, whenever something is written. */
export const automationCountingMax = 4
/** How deep conditions are within each other; 1: a condition without others. */
export const automationDepthMax = 4
export const automationListMax = 500
export const automationWordMaxLength = 200
export const automationPatternMaxLength = 500
export const automationTextMaxLength = 500
/** The length of a rule as JSON, so that the list of all stays bounded. */
export const automationDefinitionMaxLength = 30_000
export const automationHoursMax = 24 * 30
export const automationNumberMax = 1_000_000
/** Why a rule was changed. */
export const automationWhyMaxLength = 300
/** What a dry run looks at: this many of the latest posts, and of the latest comments. */
export const automationTriedMax = 1000
export const automationSamplesShown = 20
export const automationHitsPerPage = 30
/** How much the log keeps of the text that a rule refused or matched. */
export const automationExcerptLength = 200
export const automationHitDays = 90
export const automationYamlMaxLength = 50_000
