import { queryOptions } from '@tanstack/react-query'
import type { InputOf } from '../../../contract/endpoints/index.ts'
import type { AppealableAct } from '../../../contract/entities/appeal.ts'
import type { ErasedContent } from '../../../contract/words.ts'
import { withProof } from '../account/withProof.ts'
import { apiOf } from '../api.ts'
import { pagedQuery } from '../pagedQuery.ts'
import { useApiMutation } from '../useApiMutation.ts'
import { moderationKey, refreshModeration } from './invalidateModeration.ts'

/** The scope of appeals: one's own, those in a community, or for admins, all. */
export interface AppealsParams {
  readonly of: 'me' | 'all' | { readonly communityId: string }
  readonly filter: 'open' | 'answered'
  /** Cursor of the first page shown; null: from the beginning. */
  readonly from: string | null
}

/** Which of the appeals of others, from the query of the URL. */
export const parseAppeals = (search: URLSearchParams): Pick<AppealsParams, 'filter' | 'from'> => ({
  filter: search.get('filter') === 'answered' ? 'answered' : 'open',
  from: search.get('next'),
})

export const appealsQuery = ({ of, filter, from }: AppealsParams) =>
  pagedQuery({
    queryKey: [moderationKey, 'appeals', of, filter, from],
    from,
    load: (api, start, options) =>
      api.call(
        'listAppeals',
        { query: { ...(typeof of === 'string' ? { of } : of), filter, ...start } },
        options,
      ),
  })

/** The actions that the viewer can appeal against. */
export const appealableQuery = queryOptions({
  queryKey: [moderationKey, 'appealable'],
  queryFn: ({ client, signal }) => apiOf(client).call('listAppealable', {}, { signal }),
})

export const useCreateAppeal = ({ act, type, targetId, community }: AppealableAct) =>
  useApiMutation(
    (api, text: string) =>
      api.call('createAppeal', {
        body: {
          act,
          text,
          ...(type && targetId ? { type, targetId } : community && { communityId: community.id }),
        },
      }),
    {
      // Also after a failure: it may have been reversed, or appealed against in another window.
      onSettled: refreshModeration,
    },
  )

export const useAnswerAppeal = (id: number) =>
  useApiMutation(
    (api, body: InputOf<'answerAppeal'>['body']) =>
      api.call('answerAppeal', { params: { appealId: String(id) }, body }),
    {
      // Also after a failure: someone else may have answered.
      onSettled: refreshModeration,
    },
  )

type Credentials = InputOf<'getSuspension'>['body']

/** Calls for suspended members, who have no session. */
export function useSuspension() {
  return {
    read: useApiMutation((api, body: Credentials) =>
      withProof(api, (proof) => api.call('getSuspension', { body: { ...body, ...proof } })),
    ),
    appeal: useApiMutation((api, body: Credentials & { text: string }) =>
      withProof(api, (proof) => api.call('appealSuspension', { body: { ...body, ...proof } })),
    ),
    exportData: useApiMutation((api, body: Credentials) =>
      withProof(api, (proof) => api.call('exportSuspended', { body: { ...body, ...proof } })),
    ),
    deleteAccount: useApiMutation((api, body: Credentials & { content: ErasedContent }) =>
      withProof(api, (proof) => api.call('deleteSuspended', { body: { ...body, ...proof } })),
    ),
  }
}
