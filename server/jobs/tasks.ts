import { deleteSpentChallenges } from '../accounts/captcha.ts'
import { deleteExpiredSessions } from '../accounts/sessions.ts'
import { ageAllPosts, agePosts } from '../feeds/age.ts'
import { renderOutdatedTexts } from '../site/renderTexts.ts'
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
    name: 'render_outdated_texts',
    schedule: '* * * * *',
    perform: ({ db, config }, _payload, signal) =>
      renderOutdatedTexts(db, { siteHost: config.siteUrl?.host, signal }),
  },
]
