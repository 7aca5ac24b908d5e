/**
 * The allowed words of parameters and fields. Separate from the schemas that use them, so that the browser bundle can
 * list them without the schemas.
 */

export { type CommentSort, commentSorts, type FeedSort, feedSorts } from './sorts.ts'

/** What a vote can be set to. */
export const voteStates = ['up', 'down', 'none'] as const
export type VoteState = (typeof voteStates)[number]

export const feeds = ['all', 'home', 'moderating', 'community'] as const

/** The roles in which members write, delete and moderate. */
export const userGroups = ['normal', 'mods', 'admins'] as const
export type UserGroup = (typeof userGroups)[number]

/** The roles in which members comment: moderators also in the name of their community. */
export const speakerGroups = [...userGroups, 'community'] as const
export type SpeakerGroup = (typeof speakerGroups)[number]

/** The roles with rights over the content of others. */
export const staffGroups = ['mods', 'admins'] as const

/** What moderators may be allowed, each separately: see docs/moderating.md. */
export const moderatorPermissions = ['content', 'members', 'settings', 'mail', 'rules'] as const
export type ModeratorPermission = (typeof moderatorPermissions)[number]

/** What became of the move of a post to another community, and what moderators do about it. */
export const moveStates = ['open', 'done', 'declined', 'withdrawn', 'undone'] as const
export type MoveState = (typeof moveStates)[number]
export const moveActs = ['accept', 'decline', 'withdraw', 'undo'] as const
export type MoveAct = (typeof moveActs)[number]

/** Who may comment, where not everyone may: members of the community, or those of a trust level and above. */
export const commenterGroups = ['members', 'trust1', 'trust2', 'trust3', 'trust4'] as const
export type CommenterGroup = (typeof commenterGroups)[number]

/** Who may downvote in a community. */
export const downvoterGroups = ['everyone', ...commenterGroups, 'nobody'] as const
export type DownvoterGroup = (typeof downvoterGroups)[number]

/** Who set the mark *Made with AI*. */
export const madeWithAiMarkers = ['author', 'mods', 'admins', 'rule'] as const
export type MadeWithAiMarker = (typeof madeWithAiMarkers)[number]

/** What a community thinks of posts and comments that are made with AI: `marked` asks for the mark, `refused` accepts none that have it. */
export const madeWithAiPolicies = ['allowed', 'marked', 'refused'] as const
export type MadeWithAiPolicy = (typeof madeWithAiPolicies)[number]

/** The reason of reports about what should be marked, as moderators read it. */
export const unmarkedAiReason = 'Not marked as made with AI'

export const postTypes = ['text', 'image', 'link'] as const
export type PostType = (typeof postTypes)[number]

export const contentTypes = ['post', 'comment'] as const
export type ContentType = (typeof contentTypes)[number]

export const postActions = [
  'lock',
  'unlock',
  'markAsAi',
  'unmarkAsAi',
  'changeAsUser',
  'pin',
  'unpin',
  'announce',
  'restore',
] as const
export const commentActions = [
  'lock',
  'unlock',
  'markAsAi',
  'unmarkAsAi',
  'changeAsUser',
  'pin',
  'unpin',
  'restore',
] as const

/** Variables in the reason of a removal, such as `{{title}}`. */
export const removalVariables = ['author', 'title', 'rule', 'community'] as const
export type RemovalVariable = (typeof removalVariables)[number]

/** What was decided about something that was reported. */
export const reportOutcomes = ['removed', 'locked', 'kept'] as const
export type ReportOutcome = (typeof reportOutcomes)[number]

/** Why moderators are notified of reports: the first open one, how many there are, or how long one has been open. */
export const alertCauses = ['first', 'threshold', 'age'] as const
export type AlertCause = (typeof alertCauses)[number]

/** What an appeal is against. */
export const appealActs = ['removal', 'lock', 'ban'] as const
export type AppealAct = (typeof appealActs)[number]
/** Outcomes of an appeal: the action stays, or is reversed. */
export const appealOutcomes = ['upheld', 'overturned'] as const
export type AppealOutcome = (typeof appealOutcomes)[number]
export const appealFilters = ['open', 'answered'] as const
export const appealScopes = ['me', 'all'] as const

/** What a notice to the admins says: content is unlawful, or is against the rules of the site. */
export const noticeKinds = ['unlawful', 'rules'] as const
export type NoticeKind = (typeof noticeKinds)[number]
/** What a notice is about. `message`: in a conversation with moderators. */
export const noticeSubjects = ['post', 'comment', 'user', 'community', 'message'] as const
export type NoticeSubject = (typeof noticeSubjects)[number]
/** What admins decide. `other`: they did something that is not in this list. */
export const noticeActs = ['keep', 'lock', 'remove', 'erase', 'ban', 'other'] as const
export type NoticeAct = (typeof noticeActs)[number]
export const noticeFilters = ['open', 'decided', 'complaints'] as const
export type NoticeFilter = (typeof noticeFilters)[number]
/** Why admins are notified of a notice. */
export const noticeCauses = ['received', 'complaint', 'overdue'] as const
export type NoticeCause = (typeof noticeCauses)[number]
/** What the sender of a notice is notified of. */
export const noticeSteps = ['received', 'decided', 'answered'] as const
export type NoticeStep = (typeof noticeSteps)[number]

/**
 * What a ban forbids: posting, commenting, taking part (posts, comments, votes, reports), or also reading. One from reading on
 * the whole site is a suspension.
 */
export const banKinds = ['posting', 'commenting', 'participating', 'reading'] as const
export type BanKind = (typeof banKinds)[number]

/** What happens to the posts and comments of a member who is erased: kept without the name, emptied, or also removed from lists. */
export const erasedContents = ['keep', 'blank', 'remove'] as const
export type ErasedContent = (typeof erasedContents)[number]

/** What a community has templates for. */
export const templateUses = ['removal', 'ban'] as const
export type TemplateUse = (typeof templateUses)[number]

/** Messages in a conversation with moderators. Only moderators see notes; warnings are counted. */
export const messageKinds = ['message', 'warning', 'note'] as const
export type MessageKind = (typeof messageKinds)[number]
export const conversationFilters = ['open', 'mine', 'archived'] as const
export type ConversationFilter = (typeof conversationFilters)[number]
export const conversationActions = ['seen', 'archive', 'reopen', 'assign', 'unassign'] as const
export type ConversationAction = (typeof conversationActions)[number]

/** The lists of a community's posts for moderators. */
export const moderatedPostFilters = ['deleted', 'locked', 'all'] as const

export const reportFilters = ['all', 'posts', 'comments'] as const
export type ReportFilter = (typeof reportFilters)[number]
export const queueScopes = ['moderating', 'all'] as const

/** The filters of a profile; a missing filter means both. */
export const userFeedFilters = ['posts', 'comments'] as const

export const communitySets = ['all', 'default', 'subscribed'] as const
export const communitySorts = ['new', 'old', 'size', 'name_asc', 'name_dsc'] as const

export const listSorts = ['lastAdded', 'name'] as const
export const listFilters = ['all', 'public', 'private'] as const
export const listItemSorts = ['addedDsc', 'addedAsc', 'createdDsc', 'createdAsc'] as const
export type ListItemSort = (typeof listItemSorts)[number]

export const muteTypes = ['user', 'community'] as const

export const notificationTypes = [
  'new_comment',
  'comment_reply',
  'new_votes',
  'deleted_post',
  'mod_add',
  'mod_permissions',
  'move_proposed',
  'post_moved',
  'new_badge',
  'welcome',
  'announcement',
  'denied_comm',
  'approved',
  'backup_failed',
  'wave',
  'deleted_comment',
  'locked',
  'restored',
  'report_handled',
  'mention',
  'appeal_filed',
  'appeal_answered',
  'banned',
  'modmail',
  'reported',
  'community_renamed',
  'notice',
  'own_notice',
  'held_waiting',
  'held_decided',
  'automation',
] as const
export type NotificationType = (typeof notificationTypes)[number]
/** What led to an action. `own`: moderators or admins, neither after a notice nor after reports. `automation`: an automatic rule did it. */
export const actionBases = ['notice', 'reports', 'own', 'automation'] as const
export type ActionBasis = (typeof actionBases)[number]
export const notificationActions = ['resetNewCount', 'markAllAsSeen', 'deleteAll'] as const

/** How someone becomes a member. An invitation serves in all cases but `closed`. */
export const joiningModes = ['open', 'approval', 'invitation', 'closed'] as const
export const invitationsOf = ['me', 'all'] as const
export const applicationFilters = ['waiting', 'decided'] as const
export const applicationDecisions = ['approve', 'decline', 'ask'] as const

export const searchKinds = ['posts', 'comments', 'communities', 'people'] as const
export type SearchKind = (typeof searchKinds)[number]
export const searchSorts = ['relevance', 'new', 'top'] as const
export type SearchSort = (typeof searchSorts)[number]

export const settingsActions = ['updateProfile', 'changePassword'] as const
export const homeFeeds = ['all', 'subscriptions'] as const
export const badgeTypes = ['supporter', 'bot'] as const
export type BadgeType = (typeof badgeTypes)[number]
export const analyticsEvents = ['pwa_use'] as const
/** What admins do at first on a new site; the last one removes the list. */
export const checklistItems = ['setup', 'rules', 'dismissed'] as const
export const adminActions = [
  'ban_user',
  'unban_user',
  'restore_removed',
  'add_default_forum',
  'remove_default_forum',
  'deny_comm',
] as const

/** What admins do to many accounts at once, in the background; and what they do with such an action. */
export const bulkActions = [
  'ban',
  'unban',
  'log_out',
  'remove',
  'restore',
  'uncount_votes',
  'count_votes',
  'slow_votes',
  'end_slow_votes',
] as const
export type BulkActionKind = (typeof bulkActions)[number]
export const bulkActionSteps = ['stop', 'undo'] as const
export type BulkActionStep = (typeof bulkActionSteps)[number]

/** Periods of patterns of votes. */
export const votePeriods = ['day', 'week', 'month'] as const
export type VotePeriod = (typeof votePeriods)[number]

/** In the list of accounts for admins. `new`: active, and created within `newMemberDays`. */
export const memberStates = ['active', 'new', 'banned', 'deleted'] as const
export type MemberState = (typeof memberStates)[number]
export const memberRoles = ['admin', 'moderator', 'member'] as const
export type MemberRole = (typeof memberRoles)[number]
export const memberSorts = ['new', 'old', 'seen', 'name', 'posts', 'comments'] as const
export type MemberSort = (typeof memberSorts)[number]
/** What admins do to several accounts at once. */
export const memberActions = [
  'ban',
  'unban',
  'log_out',
  'send_password_reset',
  'confirm_email',
  'end_slow_votes',
] as const
export type MemberAction = (typeof memberActions)[number]

/** How far back the charts of statistics go. */
export const statisticsPeriods = ['day', 'week', 'month', 'quarter', 'year'] as const
export type StatisticsPeriod = (typeof statisticsPeriods)[number]
export const statisticsSteps = ['hour', 'day', 'week'] as const

/** What admins do to failed background jobs. */
export const jobActions = ['retry', 'discard'] as const
export type JobAction = (typeof jobActions)[number]

/** The hourly counts, in the order of the API. */
export const statisticsNames = [
  'users_day',
  'users_week',
  'users_month',
  'return_users_day',
  'return_users_week',
  'return_users_month',
  'signups',
  'pwa_installs',
  'notifications_enabled',
  'posts_day',
  'posts_week',
  'comments_day',
  'comments_week',
] as const
export type StatisticsName = (typeof statisticsNames)[number]

/** Who may read earlier versions of a text, besides its author. */
export const editHistoryReaders = ['everybody', 'moderators', 'nobody'] as const
export type EditHistoryReaders = (typeof editHistoryReaders)[number]
