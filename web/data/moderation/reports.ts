import { queryOptions } from '@tanstack/react-query'
import type { InputOf } from '../../../contract/endpoints/index.ts'
import { apiOf } from '../api.ts'
import { useApiMutation } from '../useApiMutation.ts'
import { moderationKey } from './invalidateModeration.ts'

/** A post or comment to report. */
export interface ReportTarget {
  readonly type: 'post' | 'comment'
  readonly id: string
  readonly communityName: string
  readonly isMadeWithAi: boolean
  /** The path of its page. */
  readonly address: string
}

/** The reason of a report: one of the site, a rule of the community, or that the mark *Made with AI* is missing. */
export type ReportReason = (
  | { readonly reason: number }
  | { readonly ruleId: number }
  | { readonly isUnmarkedAi: true }
) & {
  readonly note?: string
}

/** Reports a post or comment to the moderators of its community. */
export const useReport = ({ type, id }: ReportTarget) =>
  useApiMutation((api, reason: ReportReason) =>
    api.call('report', { body: { type, targetId: id, ...reason } }),
  )

/** The members whose reports are not shown to moderators of a community, or with null of the whole site. */
export const silencedReportersQuery = (communityId: string | null) =>
  queryOptions({
    queryKey: [moderationKey, 'silenced', communityId],
    queryFn: ({ client, signal }) =>
      apiOf(client).call(
        'listSilencedReporters',
        { query: communityId === null ? {} : { communityId } },
        { signal },
      ),
  })

/** Hides future reports of a member, or shows them again. */
export const useSilenceReporter = () =>
  useApiMutation((api, body: InputOf<'silenceReporter'>['body']) => api.call('silenceReporter', { body }), {
    onSuccess: (queryClient) => queryClient.invalidateQueries({ queryKey: [moderationKey, 'silenced'] }),
  })
