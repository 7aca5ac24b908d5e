import { queryOptions } from '@tanstack/react-query'
import type { OutputOf } from '../../contract/endpoints/index.ts'
import { apiOf } from './api.ts'
import { refusalOf } from './failure.ts'

/** What of the moderation log is asked for; empty texts do not narrow it. */
export interface LogQuestion {
  readonly communityId: string
  readonly action: string
  /** A username. */
  readonly moderator: string
  /** A cursor; empty: the newest. */
  readonly next: string
}

/** Either what was done, or why it cannot be told by this moderator. */
export type LogAnswer = OutputOf<'listModerationLog'> | { readonly mistake: string }

const mistakes: Record<string, string> = {
  user_not_found: 'There is no account of this name.',
  moderators_not_named: 'This community does not tell which of its moderators did what.',
}

/** A page of what moderators and admins did. A moderator who cannot be asked for is an answer too. */
export const moderationLogQuery = (question: LogQuestion) =>
  queryOptions({
    queryKey: ['modlog', question],
    queryFn: async ({ client, signal }): Promise<LogAnswer> => {
      const asked = Object.entries(question).filter(([, text]) => text !== '')
      try {
        return await apiOf(client).call('listModerationLog', { query: Object.fromEntries(asked) }, { signal })
      } catch (error) {
        const mistake = mistakes[refusalOf(error)?.code ?? '']
        if (mistake === undefined) throw error
        return { mistake }
      }
    },
  })
