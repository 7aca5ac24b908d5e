import { fieldsOf } from '../contract/objects.ts'
import { ownHosts } from './config.ts'
import { deleteSpentChallenges } from './core/accounts/captcha.ts'
import { deleteOldOutcomes } from './core/accounts/deliverMail.ts'
import { deleteOldIdempotencyKeys } from './core/api/idempotency.ts'
import { purgeSharedCache, purgeTask } from './core/api/purge.ts'
import { viewAs } from './core/api/viewAs.ts'
import { deleteMarkedImages, deleteUnusedImages } from './core/images/delete.ts'
import { hashPictures } from './core/images/hashPictures.ts'
import { fetchTorExits, torTask } from './core/ipBlocks/tor.ts'
import { pushTask } from './core/notifications/push.ts'
import { reportOutcomesTask } from './core/reports/close.ts'
import { deleteOldSecurityEvents } from './core/sessions/securityEvents.ts'
import { deleteOldTraffic } from './core/traffic/counts.ts'
import { deleteFormerScrapers } from './core/traffic/scrapers.ts'
import { updateTrust } from './core/trust/updateTrust.ts'
import { liftEndedSuspensions } from './core/users/siteBan.ts'
import { suspensionMailTask } from './core/users/suspensionMail.ts'
import { watchWavesTask } from './core/waves/noteActivity.ts'
import { accountNoticeTask, mailAccountNotice } from './features/accounts/accountNotice.ts'
import { deleteExpiredSessions } from './features/accounts/sessions.ts'
import { bulkActionsTask } from './features/admin/bulk/order.ts'
import { performBulkActions } from './features/admin/bulk/perform.ts'
import { deleteContentTask, deleteOrderedContent } from './features/admin/deleteContent.ts'
import { countOrderedVotes, countVotesTask } from './features/admin/votes/uncounted.ts'
import { mailSuspension } from './features/appeals/suspensionMail.ts'
import { applicationMailTask, sendApplicationMail } from './features/applications/applicationMail.ts'
import { deleteOldApplications } from './features/applications/expire.ts'
import { undoAutomationTask } from './features/automation/rules.ts'
import { undoAutomation } from './features/automation/undo.ts'
import { backupFailureMailTask, mailBackupFailure } from './features/backups/failureMail.ts'
import { makeBackups } from './features/backups/makeBackups.ts'
import { makeBackupsTask } from './features/backups/queries.ts'
import { notifyOfNewName, type Renamed, renamedTask } from './features/communities/rename.ts'
import { ageAllPosts, agePosts } from './features/feeds/age.ts'
import { endFuture } from './features/feeds/futurePosts.ts'
import { countModerationDays } from './features/law/countDays.ts'
import { fetchLinkPreview } from './features/links/preview.ts'
import { mailLink, mailTask } from './features/mailedLinks/link.ts'
import { deleteOldTokens } from './features/mailedLinks/token.ts'
import {
  alertModerators,
  alertOfAgeTask,
  alertOfOldReports,
  alertTask,
  type Reported,
} from './features/moderating/alerts/alertModerators.ts'
import { notifyReporters } from './features/moderating/reports/notifyReporters.ts'
import { mailNotice, noticeMailTask } from './features/notices/mail.ts'
import { overdueNoticesTask, watchNotices } from './features/notices/overdue.ts'
import { welcomeNewMembers } from './features/notifications/welcome.ts'
import { deleteOldExports } from './features/ownData/deleteExports.ts'
import { eraseTask, eraseTraces } from './features/ownData/erase.ts'
import { eraseMembersTask } from './features/ownData/erasing/order.ts'
import { eraseAgain, eraseMembers } from './features/ownData/erasing/perform.ts'
import { makeExports } from './features/ownData/makeExport.ts'
import { deleteExportsTask, makeExportsTask } from './features/ownData/requestExport.ts'
import { announceTask, notifyOfAnnouncements } from './features/posting/announcements.ts'
import { pushNotification } from './features/push/send.ts'
import { renderOutdatedTexts } from './features/rendering/renderTexts.ts'
import { deleteOldRows } from './features/retention/deleteOldRows.ts'
import { decide } from './features/reviewing/decide.ts'
import { decideOverdueHeldItems, overdueHeldTask } from './features/reviewing/overdue.ts'
import { indexTexts } from './features/search/indexTexts.ts'
import { expireEvents } from './features/statistics/events.ts'
import { recordStatistics } from './features/statistics/record.ts'
import { deleteOldFailures } from './features/system/failures.ts'
import { askNewestVersion, newestVersionTask } from './features/system/newestVersion.ts'
import { watchWaves } from './features/waves/raiseBar.ts'
import { deleteEndedWindows } from './platform/http/rateLimits.ts'
import type { TaskDefinition } from './platform/jobs/queue.ts'

/** All background tasks of the forum. */
export const tasks: readonly TaskDefinition[] = [
  { name: 'age_posts', schedule: '*/5 * * * *', perform: ({ db }) => agePosts(db) },
  // `age_posts` covers a limited time only, and the server may have been down for longer.
  { name: 'age_all_posts', atStart: true, long: 'whole', perform: ({ db }) => ageAllPosts(db) },
  { name: 'end_future', schedule: '*/5 * * * *', atStart: true, perform: ({ db }) => endFuture(db) },
  {
    name: 'lift_ended_suspensions',
    schedule: '* * * * *',
    atStart: true,
    perform: async ({ db }) => {
      await liftEndedSuspensions(db)
    },
  },
  {
    name: 'update_trust',
    long: 'sliced',
    // A day of a visit is counted if it is the last one when the job looks; so it looks more often than once a day.
    schedule: '*/30 * * * *',
    atStart: true,
    perform: ({ db }, _payload, signal) => updateTrust(db, signal),
  },
  {
    name: 'delete_old_security_events',
    schedule: '41 * * * *',
    perform: ({ db }) => deleteOldSecurityEvents(db),
  },
  {
    name: 'delete_expired_sessions',
    schedule: '17 * * * *',
    perform: ({ db, settings }) => deleteExpiredSessions(db, settings),
  },
  {
    name: 'delete_spent_challenges',
    schedule: '*/10 * * * *',
    perform: async ({ db }) => {
      await deleteSpentChallenges(db)
    },
  },
  {
    name: 'delete_ended_rate_limits',
    schedule: '*/10 * * * *',
    async perform({ db }) {
      await deleteEndedWindows(db)
      await deleteFormerScrapers(db)
      await deleteOldTraffic(db)
    },
  },
  {
    name: 'hash_pictures',
    long: 'sliced',
    schedule: '13 * * * *',
    perform: (services, _payload, signal) => hashPictures(services, signal),
  },
  {
    name: 'delete_unused_images',
    long: 'whole',
    schedule: '23 * * * *',
    perform: (services, _payload, signal) => deleteUnusedImages(services, signal),
  },
  {
    name: 'delete_images',
    long: 'whole',
    perform: (services, _payload, signal) => deleteMarkedImages(services, signal),
  },
  {
    name: eraseTask,
    long: 'sliced',
    perform: async ({ db, config }, payload, signal) => {
      const userId = String(fieldsOf(payload).userId)
      await eraseTraces(db, userId, signal)
      await eraseAgain(db, userId)
      await eraseMembers(db, { config, signal })
    },
  },
  {
    name: eraseMembersTask,
    long: 'sliced',
    // Continues erasures that a stop interrupted.
    schedule: '* * * * *',
    atStart: true,
    perform: ({ db, config }, _payload, signal) => eraseMembers(db, { config, signal }),
  },
  {
    name: deleteContentTask,
    long: 'sliced',
    // Finishes interrupted deletions, and includes content written during a deletion.
    schedule: '* * * * *',
    atStart: true,
    perform: ({ db, config }, _payload, signal) =>
      deleteOrderedContent(db, { signal, purgeUrl: config.purgeUrl }),
  },
  {
    name: bulkActionsTask,
    long: 'sliced',
    // Continues bulk actions that a stop interrupted.
    schedule: '* * * * *',
    atStart: true,
    perform: ({ db, config }, _payload, signal) =>
      performBulkActions(db, { signal, purgeUrl: config.purgeUrl }),
  },
  {
    name: countVotesTask,
    long: 'sliced',
    // Continues what a stop interrupted.
    schedule: '* * * * *',
    atStart: true,
    perform: ({ db }, _payload, signal) => countOrderedVotes(db, { signal }),
  },
  {
    name: overdueHeldTask,
    long: 'sliced',
    schedule: '*/10 * * * *',
    atStart: true,
    perform: ({ db, config, settings, secrets }, _payload, signal) =>
      decideOverdueHeldItems(
        { db, settings, to: viewAs({ viewer: null, secrets, config, settings }, 'source') },
        signal,
      ),
  },
  // Enqueued by sign-ups and posts, and for the end of a wave.
  { name: watchWavesTask, perform: ({ db, settings }) => watchWaves(db, settings) },
  {
    name: undoAutomationTask,
    long: 'sliced',
    // Continues undos that a stop interrupted.
    schedule: '* * * * *',
    atStart: true,
    perform: ({ db, config, settings, secrets }, _payload, signal) => {
      const to = viewAs({ viewer: null, secrets, config, settings }, 'source')
      return undoAutomation(db, {
        signal,
        purgeUrl: config.purgeUrl,
        approveHeld: (id, moderator) =>
          decide({ db, settings, to }, { id, action: 'approve', reason: null, moderator }),
      })
    },
  },
  { name: purgeTask, perform: ({ config }) => purgeSharedCache(config) },
  { name: 'fetch_link_preview', perform: fetchLinkPreview },
  // The admin's call that blocks Tor enqueues the first fetch.
  { name: torTask, schedule: '*/15 * * * *', atStart: true, perform: fetchTorExits },
  // Also at the start, to continue interrupted work.
  {
    name: reportOutcomesTask,
    long: 'sliced',
    atStart: true,
    perform: ({ db }, _payload, signal) => notifyReporters(db, signal),
  },
  { name: alertTask, perform: (services, payload) => alertModerators(services, payload as Reported) },
  {
    name: alertOfAgeTask,
    schedule: '*/5 * * * *',
    perform: ({ db }, _payload, signal) => alertOfOldReports(db, signal),
  },
  { name: renamedTask, perform: ({ db }, payload) => notifyOfNewName(db, payload as Renamed) },
  { name: pushTask, perform: pushNotification },
  {
    name: makeExportsTask,
    long: 'whole',
    // Retries exports that failed, were requested during the last run, or were interrupted by a stop.
    schedule: '*/5 * * * *',
    atStart: true,
    perform: (services, _payload, signal) => makeExports(services, signal),
  },
  {
    name: deleteExportsTask,
    long: 'whole',
    schedule: '41 * * * *',
    perform: (services, _payload, signal) => deleteOldExports(services, signal),
  },
  {
    // Not more often, because it reads whole tables.
    name: 'delete_old_rows',
    long: 'whole',
    schedule: '11 4 * * 0',
    perform: async ({ db, config }, _payload, signal) => {
      // Before the entries of the log are gone.
      await countModerationDays(db, signal)
      await deleteOldRows(db, config, signal)
    },
  },
  {
    name: 'count_moderation_days',
    long: 'sliced',
    // Shortly after the days of UTC are settled.
    schedule: '6 1 * * *',
    atStart: true,
    perform: ({ db }, _payload, signal) => countModerationDays(db, signal),
  },
  {
    name: makeBackupsTask,
    long: 'whole',
    // Schedules the daily one, and continues interrupted ones.
    schedule: '*/5 * * * *',
    atStart: true,
    perform: makeBackups,
  },
  {
    name: newestVersionTask,
    // Every hour, so that it runs soon after it was switched on; it sends a request once a day.
    schedule: '7 * * * *',
    atStart: true,
    perform: askNewestVersion,
  },
  { name: 'expire_events', schedule: '53 * * * *', perform: ({ db }) => expireEvents(db) },
  { name: mailTask, perform: mailLink },
  { name: backupFailureMailTask, perform: mailBackupFailure },
  { name: accountNoticeTask, perform: mailAccountNotice },
  { name: noticeMailTask, perform: mailNotice },
  { name: suspensionMailTask, perform: mailSuspension },
  { name: overdueNoticesTask, schedule: '*/15 * * * *', perform: ({ db }) => watchNotices(db) },
  { name: applicationMailTask, perform: sendApplicationMail },
  {
    name: 'delete_old_applications',
    schedule: '47 * * * *',
    perform: ({ db }) => deleteOldApplications(db),
  },
  {
    name: 'delete_old_idempotency_keys',
    schedule: '37 * * * *',
    perform: ({ db }) => deleteOldIdempotencyKeys(db),
  },
  { name: 'delete_old_failures', schedule: '47 * * * *', perform: ({ db }) => deleteOldFailures(db) },
  { name: 'delete_old_mail_outcomes', schedule: '49 * * * *', perform: ({ db }) => deleteOldOutcomes(db) },
  { name: 'delete_old_mail_tokens', schedule: '29 * * * *', perform: ({ db }) => deleteOldTokens(db) },
  {
    name: 'render_outdated_texts',
    long: 'sliced',
    schedule: '*/5 * * * *',
    // After an import, or an upgrade with another renderer, every view would render them until then.
    atStart: true,
    perform: ({ db, config }, _payload, signal) =>
      renderOutdatedTexts(db, { siteHosts: ownHosts(config), signal }),
  },
  {
    name: 'index_texts',
    long: 'sliced',
    // Indexes texts that an import has written since.
    schedule: '* * * * *',
    atStart: true,
    perform: ({ db, config }, _payload, signal) =>
      indexTexts(db, { language: config.searchLanguage, signal }),
  },
  {
    name: 'record_statistics',
    schedule: '0 * * * *',
    atStart: true,
    perform: ({ db }) => recordStatistics(db),
  },
  {
    name: announceTask,
    long: 'sliced',
    // Continues announcements that a stop interrupted.
    atStart: true,
    perform: ({ db }, _payload, signal) => notifyOfAnnouncements(db, { signal }),
  },
  {
    name: 'welcome_members',
    long: 'sliced',
    schedule: '* * * * *',
    perform: async ({ db, settings: { welcomeCommunity } }, _payload, signal) => {
      if (welcomeCommunity) await welcomeNewMembers(db, { community: welcomeCommunity, signal })
    },
  },
]
