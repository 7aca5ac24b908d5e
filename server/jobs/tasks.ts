import { deleteSpentChallenges } from '../accounts/captcha.ts'
import { deleteExpiredSessions } from '../accounts/sessions.ts'
import { deleteContentTask, deleteOrderedContent } from '../admin/deleteContent.ts'
import { deleteOldExports } from '../exports/delete.ts'
import { makeExports } from '../exports/make.ts'
import { deleteExportsTask, makeExportsTask } from '../exports/request.ts'
import { ageAllPosts, agePosts } from '../feeds/age.ts'
import { deleteMarkedImages, deleteUnusedImages } from '../images/delete.ts'
import { fetchTorExits, torTask } from '../ipblocks/tor.ts'
import { fetchLinkPreview } from '../links/preview.ts'
import { mailLink, mailTask } from '../mail/link.ts'
import { deleteOldTokens } from '../mail/token.ts'
import { announceTask, tellAnnouncements } from '../notifications/announcements.ts'
import { welcomeNewMembers } from '../notifications/welcome.ts'
import { pushTask } from '../push/enqueue.ts'
import { pushNotification } from '../push/send.ts'
import { indexTexts } from '../search/indexTexts.ts'
import { renderOutdatedTexts } from '../site/renderTexts.ts'
import { recordStatistics } from '../statistics/record.ts'
import { eraseTask, eraseTraces } from '../users/erase.ts'
import type { TaskDefinition } from './queue.ts'

/** All slow and recurring work of the forum. */
export const tasks: readonly TaskDefinition[] = [
  { name: 'age_posts', schedule: '*/5 * * * *', perform: ({ db }) => agePosts(db) },
  // The program may have been off for longer than the task before looks back.
  { name: 'age_all_posts', atStart: true, perform: ({ db }) => ageAllPosts(db) },
  { name: 'delete_expired_sessions', schedule: '17 * * * *', perform: ({ db }) => deleteExpiredSessions(db) },
  {
    name: 'delete_spent_challenges',
    schedule: '*/10 * * * *',
    perform: async ({ db }) => {
      await deleteSpentChallenges(db)
    },
  },
  {
    name: 'delete_unused_images',
    schedule: '23 * * * *',
    perform: (services, _payload, signal) => deleteUnusedImages(services, signal),
  },
  {
    name: 'delete_images',
    perform: (services, _payload, signal) => deleteMarkedImages(services, signal),
  },
  {
    name: eraseTask,
    perform: ({ db }, payload, signal) => eraseTraces(db, (payload as { userId: string }).userId, signal),
  },
  {
    name: deleteContentTask,
    // The last look, and what the end of a program interrupted.
    schedule: '* * * * *',
    atStart: true,
    perform: ({ db }, _payload, signal) => deleteOrderedContent(db, { signal }),
  },
  { name: 'fetch_link_preview', perform: fetchLinkPreview },
  // The first time it is fetched when it is switched on.
  { name: torTask, schedule: '*/15 * * * *', atStart: true, perform: fetchTorExits },
  { name: pushTask, perform: pushNotification },
  {
    name: makeExportsTask,
    // What failed, or came while the last run ended; and at the start what the end of the program interrupted.
    schedule: '* * * * *',
    atStart: true,
    perform: (services, _payload, signal) => makeExports(services, signal),
  },
  {
    name: deleteExportsTask,
    schedule: '41 * * * *',
    perform: (services, _payload, signal) => deleteOldExports(services, signal),
  },
  { name: mailTask, perform: mailLink },
  { name: 'delete_old_mail_tokens', schedule: '29 * * * *', perform: ({ db }) => deleteOldTokens(db) },
  {
    name: 'render_outdated_texts',
    schedule: '* * * * *',
    perform: ({ db, config }, _payload, signal) =>
      renderOutdatedTexts(db, { siteHost: config.siteUrl?.host, signal }),
  },
  {
    name: 'index_texts',
    // What was imported since.
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
    // What the end of the program interrupted.
    atStart: true,
    perform: ({ db }, _payload, signal) => tellAnnouncements(db, { signal }),
  },
  {
    name: 'welcome_members',
    schedule: '* * * * *',
    perform: async ({ db, config }, _payload, signal) => {
      if (config.welcomeCommunity) await welcomeNewMembers(db, { community: config.welcomeCommunity, signal })
    },
  },
]
