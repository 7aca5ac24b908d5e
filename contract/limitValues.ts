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
/** Of a text: more are neither listed nor notified. */
export const mentionsPerTextMax = 10
/** For so long after a text was written, those whom an edit mentions are notified. */
export const mentionEditMinutes = 60
/** Of one member; one more replaces the oldest. */
export const draftsMax = 100
/** A draft is deleted so long after it was last saved. */
export const draftDays = 90
/** Of a comment, the title says what it is about, so it is longer than one of a post. */
export const draftTitleMaxLength = 300
export const draftUrlMaxLength = 2048
/** In the list of drafts. */
export const draftExcerptLength = 200
export const aboutMeMaxLength = 10_000
export const communityAboutMaxLength = 2000
/** Of a rule, and of its description. */
export const ruleMaxLength = 512
/** Of the directory, in one answer. */
export const communitiesPerPageMax = 1000
/** Limited, because they are loaded with every page of a member. */
export const communitiesJoinedMax = 1000
/** In how many of a member's communities, by name, new posts are counted, and how far in each. */
export const newPostsCommunitiesMax = 100
export const newPostsCountedMax = 100
/** In one call: how many communities a member joins or leaves. */
export const membershipChangesMax = 50
/** In one call of an admin. */
export const communitiesCreatedAtOnceMax = 20
/** Of a profile: by name, the first communities that the user moderates. */
export const moderatedCommunitiesShown = 100
/** Of the communities that a member moderates or is banned from, the ids in the initial data. */
export const communityIdsShown = 1000
/** Of those who are behind one notification, the last are known. */
export const notificationActorsMax = 50
/** Of what a notification is about, in plain text. */
export const notificationExcerptMaxLength = 160
/** In one answer; others are found by the beginning of their names. */
export const bannedMembersShown = 1000
/** Shown to admins, and to their author. */
export const communityRequestsShown = 1000
export const sessionsShown = 100
/** Of the questions to applicants. */
export const approvalQuestionsMax = 3
export const approvalQuestionMaxLength = 300
export const approvalAnswerMaxLength = 2000
/** Of what an admin asks back, or says to somebody who is declined. */
export const applicationTextMaxLength = 500
/** How often admins can ask one applicant something. */
export const applicationQuestionsMax = 5
/** A decided application is deleted after so long, and the name of who was declined is free again. */
export const decidedApplicationDays = 30
export const applicationsPerPage = 20
/** More that wait are not counted. */
export const applicationsCountedMax = 1000
export const invitationUsesMax = 1000
/** Of members who are no admins. */
export const invitationUsesOfMembersMax = 20
export const invitationDaysMax = 365
/** That can still be used, of one member who is no admin. */
export const invitationsPerMemberMax = 20
export const invitationsPerPage = 20
/** Of those who joined by an invitation, the latest are named. */
export const invitedMembersShown = 20
export const domainMaxLength = 253
/** Of refused or allowed mail domains. */
export const mailDomainsMax = 500
/** Where a user is inside something else, the text about them is cut at this many characters. */
export const authorAboutMaxLength = 300
/** Limited, because every page of a community contains all its rules and moderators. */
export const rulesPerCommunityMax = 100
export const moderatorsPerCommunityMax = 100
/** Of one post or comment: what it was before its latest edits. */
export const versionsKept = 50
export const versionsPerPage = 10
export const altTextMaxLength = 1024
export const moderationReasonMaxLength = 500
/** What a reporter writes besides the reason. */
export const reportNoteMaxLength = 500
/** Of a target in the queue, the latest; the counts are of all. */
export const reportsShownPerTarget = 10
/** In one call: about how many posts and comments a moderator decides. */
export const queueDecisionsMax = 50
/** Of each kind in the queue; more are not counted. */
export const queueCountedMax = 10_000
/** Of the reasons of open reports, the most frequent. */
export const queueReasonsShown = 100
/** Who has not said for so long that they look at an item has left it. */
export const queueLookerSeconds = 30
/** Decisions of other moderators are told for so long. */
export const queueRecentSeconds = 120
/** Of others who look, and of what they decided in that time. */
export const queueOthersShown = 100
/** What is edited so long after a decision about it waits for moderators again. */
export const queueReviewDays = 30
/** Members whose reports are not shown, in one community or on the whole site. */
export const silencedReportersMax = 200
/** What moderators add to a removal for its author alone. */
export const removalNoteMaxLength = 500
/** The texts that a community has ready for removals; one is as long as a reason at most. */
export const removalTemplatesMax = 30
export const removalTemplateNameMaxLength = 80
/** Of an appeal, and of the answer. */
export const appealMaxLength = 1000
export const appealsPerPage = 20
/** More that are open are not counted. */
export const appealsCountedMax = 1000
export const modmailSubjectMaxLength = 100
export const modmailMessageMaxLength = 5000
export const conversationsPerPage = 20
export const messagesPerPage = 50
/** Of the latest message, in the list of conversations. */
export const modmailExcerptLength = 200
/** Open ones of one member, in one community. */
export const openConversationsMax = 20
/** More that have something new are not counted. */
export const conversationsCountedMax = 100
/** A conversation is deleted so long after it was archived. */
export const archivedConversationDays = 730
/** In the history of a member; all are counted. */
export const warningsShown = 20
export const memberNoteMaxLength = 1000
/** About one member, in one community. */
export const memberNotesMax = 50
export const memberHistoryPerPage = 20
/** Of all entries of the log about a member, the latest: what was done is found and counted among them. */
export const memberHistoryCountedMax = 1000
/** Of one account: those that are looked at to find other accounts of the same person. */
export const relatedAddressesMax = 10
/** Where there are more accounts, many people share the address, and they are not listed. */
export const accountsPerAddressShown = 20
export const relatedAccountsMax = 50
/** Of each of them. */
export const bannedFromShown = 5
/** What moderators are notified of who have not chosen: the first open report, this many, and one that is open for so long. */
export const alertDefaults = { onFirst: true, threshold: 3, ageHours: 24 } as const
export const alertThresholdMin = 2
export const alertThresholdMax = 100
export const alertAgeHoursMax = 720
/** Of what waits in the queue, in its feed. */
export const queueFeedEntries = 30
export const moderationLogPerPage = 30
/** Of a log, as a file. */
export const logFileRows = 10_000
export const imagesPerPostMax = 10
/** Below the text of a post or comment. */
export const attachmentsMax = 4
/** Of the URL of a link post, in bytes. */
export const linkMaxBytes = 2048
/** An upload that no post contains by then is deleted. */
export const unusedImageHours = 12
/** For so long a browser or cache shows an image without asking whether it is still there. */
export const imageCacheSeconds = 3600
export const listNameMinLength = 3
export const listNameMaxLength = 21
export const listDisplayNameMaxLength = 50
export const listDescriptionMaxLength = 10_000
/** More than anybody needs; limited, because one answer contains them all. */
export const listsPerMemberMax = 200
export const listItemsPerPage = 10
/** Of each kind. Limited, because they are loaded with every page of a member. */
export const mutesMax = 1000
/** Of a query; the rest is cut off. */
export const searchMaxLength = 200
/** Results of a kind are counted up to this. */
export const resultsCountedMax = 1000
export const suggestedCommunities = 3
export const suggestedUsers = 3
export const suggestedPosts = 5
export const passwordResetHours = 1
export const emailConfirmationHours = 24
export const exportDays = 7
/** 0-based, so a thread has sixteen levels. */
export const commentMaxDepth = 15
export const commentsPerPage = 500
/** Of a page of comments, the texts altogether. Longer than that is only a single comment with those above it. */
export const commentTextBytesPerPage = 2_000_000
/** How many comments our own pages load first; clients of the API get `commentsPerPage`. */
export const commentsPerRenderedPage = 100
/** Rows of a page of a table in the dashboard of admins. */
export const adminTableRows = 100
/** Accounts that one call of an admin changes. */
export const membersChangedMax = 100
/** Younger accounts are called new. */
export const newMemberDays = 7
/** Of the state of the system. */
export const tablesShown = 10
export const failedJobsShown = 50
export const failuresShown = 100
export const jobsChangedMax = 100
export const pageSizeDefault = 10
export const pageSizeMax = 50
export const communitySearchResults = 10
export const banNoteMaxLength = 500
export const sidebarCommunities = 10
export const ipBlockNoteMaxLength = 500
/** Of an IP block: a hundred years. */
export const ipBlockHoursMax = 876_000
/** Shorter durations mean a permanent block. */
export const ipBlockHoursMin = 0.0001
/** The shortest prefix of a blocked range. */
export const ipBlockPrefixMin = 8
export const ipBlocksPerPage = 20
export const ipBlocksPerPageMax = 100
/** For so long the answer to a call is kept under its idempotency key. */
export const idempotencyKeyHours = 24
export const statisticsPerPage = 250
/** Of the reasons of reports, with hidden ones. */
export const reportReasonsMax = 30
export const reportReasonTitleMaxLength = 100
export const reportReasonDescriptionMaxLength = 500
/** Of settings of the site, in one call. */
export const settingChangesMax = 200
export const settingChangesPerPage = 50
/** In the list of backups. */
export const backupsShown = 100
/** Of the Markdown of a static page, in UTF-16 units: a longer one would not be formatted. */
export const staticPageMaxLength = 40_000
export const staticPageVersionsPerPage = 10
export const statisticsPerPageMax = 1000
export const requestNoteMaxLength = 500
export const denialNoteMaxLength = 500
/** Older community requests are not shown. */
export const requestDays = 90
