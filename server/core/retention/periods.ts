import { limits } from '../../../contract/limits.ts'
import type { SettingName } from '../../../contract/siteSettings.ts'
import type { Config } from '../../config.ts'

/** Settings of the environment that say how long something is kept, in days; 0 forever. */
export type KeptDays = Pick<
  Config,
  'keepNotificationsDays' | 'keepVisitsDays' | 'keepAnalyticsDays' | 'keepAddressesDays' | 'keepLogsDays'
>

/** How long one kind of data is kept, in words for operators. */
export interface Period {
  readonly data: string
  readonly tables: readonly string[]
  /** A fixed time, a setting of the environment, or what ends it. */
  readonly kept:
    | { readonly days: number }
    | { readonly hours: number }
    | { readonly config: keyof KeptDays }
    | { readonly until: string }
  /** When the time begins; missing where `until` says all. */
  readonly from?: string
  /** A setting of the site that also ends it. */
  readonly setting?: SettingName
}

/** Data that a task deletes by its age. */
interface EnforcedPeriod extends Period {
  /** The task in server/tasks.ts that deletes it. */
  readonly task: string
}

/**
 * What is deleted by its age. The tasks take their times from here, the admins' table of retention periods and the records of
 * processing are made from it, and a test runs each task.
 */
export const deletedData = {
  notifications: {
    data: 'Notifications that were seen',
    tables: ['notifications'],
    kept: { config: 'keepNotificationsDays' },
    from: 'their last change',
    task: 'delete_old_rows',
  },
  visits: {
    data: 'When a member last opened a post',
    tables: ['post_visits'],
    kept: { config: 'keepVisitsDays' },
    from: 'the visit',
    task: 'delete_old_rows',
  },
  appUseOfMembers: {
    data: 'That a member uses the installed application',
    tables: ['analytics_events'],
    kept: { config: 'keepAnalyticsDays' },
    from: 'the first use',
    task: 'delete_old_rows',
  },
  appUseOfGuests: {
    data: 'That a guest uses the installed application',
    tables: ['analytics_events'],
    kept: { days: 30 },
    from: 'the first use',
    task: 'expire_events',
  },
  addresses: {
    data: 'IP addresses of accounts, sessions and applications',
    tables: ['users', 'sessions', 'analytics_events', 'applications'],
    kept: { config: 'keepAddressesDays' },
    from: 'their last use',
    task: 'delete_old_rows',
  },
  sessions: {
    data: 'Sessions, with the name of the browser',
    tables: ['sessions'],
    kept: { days: 360 },
    from: 'the last visit, and not longer than the settings allow',
    setting: 'sessionMostDays',
    task: 'delete_expired_sessions',
  },
  securityEvents: {
    data: 'Security events, with IP addresses',
    tables: ['security_events'],
    kept: { days: 90 },
    from: 'the event',
    task: 'delete_old_security_events',
  },
  moderationLog: {
    data: 'Entries of the moderation log',
    tables: ['moderation_log'],
    kept: { config: 'keepLogsDays' },
    from: 'the action',
    task: 'delete_old_rows',
  },
  appeals: {
    data: 'Answered appeals',
    tables: ['appeals'],
    kept: { config: 'keepLogsDays' },
    from: 'the answer',
    task: 'delete_old_rows',
  },
  notices: {
    data: 'Decided notices to the admins',
    tables: ['notices'],
    kept: { config: 'keepLogsDays' },
    from: 'the decision on the complaint, or the end of the six months in which one is possible',
    task: 'delete_old_rows',
  },
  noticeSenders: {
    data: 'Who sent a notice: account, name and email address',
    tables: ['notices'],
    kept: { days: limits.noticeComplaintDays },
    from: 'the decision, or the one on the complaint',
    task: 'delete_old_rows',
  },
  noticeHashes: {
    data: 'A keyed hash of a notice by a guest and the IP address it came from',
    tables: ['notices'],
    kept: { hours: 24 },
    from: 'the receipt',
    task: 'watch_notices',
  },
  settingChanges: {
    data: 'The log of changed settings',
    tables: ['setting_changes'],
    kept: { config: 'keepLogsDays' },
    from: 'the change',
    task: 'delete_old_rows',
  },
  reviews: {
    data: 'Decisions in the moderation queue',
    tables: ['reviews'],
    // The queue of moderators needs those of 30 days.
    kept: { days: 90 },
    from: 'the decision',
    task: 'delete_old_rows',
  },
  reportedCopies: {
    data: 'What its author deleted while it was reported',
    tables: ['reported_copies'],
    kept: { days: limits.reportedCopyDays },
    from: 'the deletion, or until the reports are closed',
    task: 'delete_old_rows',
  },
  reportOutcomes: {
    data: 'Closed reports that their reporters do not know of yet',
    tables: ['report_outcomes'],
    kept: { until: 'the reporter is notified, within seconds' },
    task: 'notify_reporters',
  },
  reportCounts: {
    data: 'That a report was filed or closed, without whose and about what',
    tables: ['report_counts'],
    kept: { until: 'the day is over and counted' },
    task: 'count_moderation_days',
  },
  withheldContents: {
    data: 'What a ban removed',
    tables: ['withheld_contents'],
    kept: { days: limits.withheldDays },
    from: 'the removal, or until an admin restores it',
    task: 'delete_content',
  },
  newMemberTexts: {
    data: 'What texts of new members look like, to recognize waves of bots',
    tables: ['new_member_texts', 'wave_progress'],
    kept: { days: limits.withheldDays },
    from: 'the post or comment',
    task: 'delete_old_rows',
  },
  waves: {
    data: 'Waves of bots, with the networks and domains that gave them away',
    tables: ['waves'],
    kept: { days: 365 },
    from: 'their end',
    task: 'delete_old_rows',
  },
  bulkActions: {
    data: 'Bulk actions of admins, with their filters',
    tables: ['bulk_actions', 'bulk_action_members', 'bulk_action_contents'],
    kept: { days: limits.withheldDays },
    from: 'their end',
    task: 'delete_old_rows',
  },
  automationHits: {
    data: 'What automatic rules applied to',
    tables: ['automation_hits'],
    kept: { days: limits.automationHitDays },
    from: 'the time when they did',
    task: 'delete_old_rows',
  },
  conversations: {
    data: 'Archived messages between members and moderators',
    tables: ['modmail_conversations', 'modmail_messages'],
    kept: { days: limits.archivedConversationDays },
    from: 'the archiving',
    task: 'delete_old_rows',
  },
  drafts: {
    data: 'Drafts',
    tables: ['drafts'],
    kept: { days: limits.draftDays },
    from: 'they were last saved',
    task: 'delete_old_rows',
  },
  heldItems: {
    data: 'Posts, comments and edits that waited for review and were approved or refused',
    tables: ['held_items'],
    kept: { days: limits.heldDays },
    from: 'the decision',
    task: 'delete_old_rows',
  },
  unusedImages: {
    data: 'Uploaded images that nothing uses',
    tables: ['images'],
    kept: { hours: limits.unusedImageHours },
    from: 'the upload',
    task: 'delete_unused_images',
  },
  exports: {
    data: 'Archives of a member’s own data',
    tables: ['data_exports'],
    kept: { days: limits.exportDays },
    from: 'they were made',
    task: 'delete_exports',
  },
  applications: {
    data: 'Applications to join, with their questions and answers',
    tables: ['applications', 'application_questions'],
    kept: { days: limits.decidedApplicationDays },
    from: 'the decision',
    task: 'delete_old_applications',
  },
  applicationSessions: {
    data: 'Sessions of applicants',
    tables: ['application_sessions'],
    kept: { until: 'they end' },
    task: 'delete_old_applications',
  },
  mailedLinks: {
    data: 'Links to confirm an address or choose a new password',
    tables: ['mailed_tokens', 'mailed_addresses'],
    kept: { days: 1 },
    from: 'the mail',
    task: 'delete_old_mail_tokens',
  },
  mailOutcomes: {
    data: 'How many mails were accepted or refused',
    tables: ['mail_outcomes'],
    kept: { days: 7 },
    from: 'the hour',
    task: 'delete_old_mail_outcomes',
  },
  serverFailures: {
    data: 'Failures of the server',
    tables: ['server_failures'],
    kept: { hours: 24 },
    from: 'the failure',
    task: 'delete_old_failures',
  },
  idempotencyKeys: {
    data: 'Answers to calls that may be repeated',
    tables: ['idempotency_keys'],
    kept: { hours: limits.idempotencyKeyHours },
    from: 'the call',
    task: 'delete_old_idempotency_keys',
  },
  rateLimits: {
    data: 'Counts of calls for the rate limits',
    tables: ['rate_limits'],
    kept: { until: 'the time of the limit is over, a day at most' },
    task: 'delete_ended_rate_limits',
  },
  scrapers: {
    data: 'Networks of programs that ignore robots.txt',
    tables: ['scraper_networks'],
    kept: { until: 'six hours after they last followed the hidden link' },
    task: 'delete_ended_rate_limits',
  },
  traffic: {
    data: 'What networks and programs requested, and what that cost',
    tables: ['traffic_counts'],
    kept: { hours: 24 },
    from: 'the requests',
    task: 'delete_ended_rate_limits',
  },
  challenges: {
    data: 'Solved tasks of the sign-up form',
    tables: ['spent_challenges'],
    kept: { until: 'five minutes after they expire' },
    task: 'delete_spent_challenges',
  },
  dailyBackups: {
    data: 'Daily backups',
    tables: ['backups'],
    kept: { until: 'there are as many newer ones as the setting says' },
    setting: 'dailyBackupsKept',
    task: 'make_backups',
  },
} as const satisfies Record<string, EnforcedPeriod>

const withAccount = 'the account is deleted: the member chose it'
const withText = 'the author or a moderator deletes them: the discussion consists of them'
const record = 'forever, as the record of what was decided'
const isState = 'forever: it is state of the program, without names'

/** What age alone does not delete, and why. Each table of the database is here or above. */
export const keptData: readonly Period[] = [
  {
    data: 'Automatic rules, with their versions',
    tables: ['automation_rules', 'automation_versions', 'automation_undos', 'automation_state'],
    kept: { until: record },
  },
  {
    data: 'Hashes of pictures that nobody may upload',
    tables: ['blocked_pictures'],
    kept: { until: 'an admin unblocks them' },
  },
  {
    data: 'Accounts',
    tables: ['users'],
    kept: { until: 'the account is deleted; only its name and id stay, so that discussions stay readable' },
  },
  {
    data: 'Hashed names of erased members',
    tables: ['erased_names'],
    kept: { until: 'forever: nobody else may take the name' },
  },
  { data: 'Reports of erasures, without texts', tables: ['erasures'], kept: { until: record } },
  {
    data: 'Posts and comments, with their images and earlier versions',
    tables: [
      'posts',
      'comments',
      'post_images',
      'comment_images',
      'text_versions',
      'post_search',
      'comment_search',
      'announcements',
    ],
    kept: { until: withText },
  },
  {
    data: 'Votes',
    tables: ['post_votes', 'comment_votes'],
    kept: { until: 'the post or comment is erased: counts are proven by them' },
  },
  {
    data: 'Accounts whose votes do not count',
    tables: ['uncounted_voters'],
    kept: { until: 'their votes count again, or the account is erased' },
  },
  {
    data: 'Accounts whose voting is slowed down',
    tables: ['slow_voters'],
    kept: { until: 'an admin ends it, or the account is erased' },
  },
  { data: 'Moves of posts to other communities', tables: ['post_moves'], kept: { until: withText } },
  { data: 'Merges of posts', tables: ['post_merges'], kept: { until: withText } },
  {
    data: 'Who commented in the name of a community',
    tables: ['community_comments'],
    kept: { until: withText },
  },
  {
    data: 'Choices of a member: memberships, lists, mutes, hidden posts, badges, quiet hours',
    tables: [
      'memberships',
      'lists',
      'list_items',
      'user_mutes',
      'community_mutes',
      'hidden_posts',
      'badges',
      'quiet_hours',
      'report_alert_settings',
      'queue_feeds',
      'queue_views',
    ],
    kept: { until: withAccount },
  },
  {
    data: 'Which terms a member accepted, and which age they declared to have reached',
    tables: ['terms_acceptances', 'age_declarations'],
    kept: { until: withAccount },
  },
  {
    data: 'Texts of the terms that were accepted',
    tables: ['terms_versions'],
    kept: { until: record },
  },
  {
    data: 'Addresses of browsers for push messages',
    tables: ['push_subscriptions'],
    kept: { until: 'the session ends, or three days after the push service last accepted a message' },
  },
  {
    data: 'Open reports and who was alerted',
    tables: ['reports', 'report_alerts', 'queue_lookers'],
    kept: { until: 'a moderator decides: each needs a decision' },
  },
  {
    data: 'Bans and hidden reporters',
    tables: ['community_bans', 'site_bans', 'report_silences'],
    kept: { until: 'they are lifted or end: they protect the communities' },
  },
  {
    data: 'Notes of moderators about a member',
    tables: ['member_notes'],
    kept: { until: 'the account or the community is deleted: later moderators need them' },
  },
  {
    data: 'Blocked IP addresses',
    tables: ['ip_blocks', 'ip_block_users', 'ip_block_state'],
    kept: { until: record },
  },
  {
    data: 'Orders to remove the content of a banned member',
    tables: ['content_deletions'],
    kept: { until: record },
  },
  {
    data: 'Communities with their rules and moderators, and requests for new ones',
    tables: [
      'communities',
      'former_community_names',
      'community_rules',
      'removal_templates',
      'moderators',
      'community_requests',
    ],
    kept: { until: 'forever: discussions belong to them' },
  },
  {
    data: 'Who vouches for whom',
    tables: ['vouches'],
    kept: { until: 'they stop, or one of both accounts is deleted' },
  },
  {
    data: 'Invitations, and who joined by them',
    tables: ['invitations', 'invited_members'],
    kept: { until: 'forever: admins see how an account came about' },
  },
  {
    data: 'How far a member is trusted, and on how many days they were here',
    tables: ['member_trust', 'trust_progress'],
    kept: { until: 'the account is deleted' },
  },
  {
    data: 'Settings and pages of the site with their versions',
    tables: ['site_settings', 'setting_values', 'report_reasons', 'static_page_versions', 'site_secrets'],
    kept: { until: 'forever: they are the site' },
  },
  {
    data: 'Hourly counts of the site and daily counts of moderation, without names',
    tables: ['site_statistics', 'moderation_days'],
    kept: { until: isState },
  },
  {
    data: 'State of the search and of background work, when a member last wrote',
    tables: ['search_progress', 'search_words', 'rendering_progress', 'last_writes'],
    kept: { until: isState },
  },
  {
    data: 'Which imported row became which',
    tables: ['imported_users', 'imported_communities', 'imported_posts', 'imported_comments'],
    kept: { until: 'forever: an import can then be continued' },
  },
]
