import { queryOptions } from '@tanstack/react-query'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { t } from '../../../contract/texts/t.ts'
import { apiOf } from '../api.ts'
import { refusalOf } from '../failure.ts'

/** Filters of the moderation log; empty texts do not filter. */
export interface LogQuery {
  readonly communityId: string
  readonly action: string
  /** A username. */
  readonly moderator: string
  /** Days such as `2026-03-31`. */
  readonly from: string
  readonly to: string
  /** A cursor; empty: the newest. */
  readonly next: string
}

const given = (query: Partial<LogQuery>) =>
  Object.fromEntries(Object.entries(query).filter(([, text]) => text !== ''))

/** The URL of the log as a file. */
export const urlOfLogFile = (query: Omit<LogQuery, 'next'>): string =>
  `/api/modlog.csv?${new URLSearchParams(given(query))}`

/** Either a page of the log, or why it cannot be filtered like this. */
export type LogAnswer = OutputOf<'listModerationLog'> | FilterMistake

interface FilterMistake {
  /** The code of the refusal; `mistakeText` says it in words. */
  readonly mistake: string
  /** The filter that is wrong. */
  readonly filter: 'moderator' | 'days'
}

const filterByMistake: Record<string, FilterMistake['filter']> = {
  user_not_found: 'moderator',
  moderators_not_named: 'moderator',
  invalid_day: 'days',
}

/** What is wrong with a filter. Not part of the answer, which has no language. */
export const mistakeText = ({ mistake }: FilterMistake): string =>
  mistake === 'user_not_found'
    ? t("There's no member with this name.")
    : mistake === 'invalid_day'
      ? t('Enter dates like 2026-03-31.')
      : t("This community doesn't show who did what.")

/** A page of the moderation log. Filters that are refused are an answer, not an error. */
export const moderationLogQuery = (query: LogQuery) =>
  queryOptions({
    queryKey: ['modlog', query],
    queryFn: async ({ client, signal }): Promise<LogAnswer> => {
      try {
        return await apiOf(client).call('listModerationLog', { query: given(query) }, { signal })
      } catch (error) {
        const mistake = refusalOf(error)?.code ?? ''
        const filter = filterByMistake[mistake]
        if (filter === undefined) throw error
        return { mistake, filter }
      }
    },
  })
