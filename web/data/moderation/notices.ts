import { queryOptions } from '@tanstack/react-query'
import type { InputOf } from '../../../contract/endpoints/index.ts'
import type { SentNotice } from '../../../contract/entities/notice.ts'
import { type NoticeFilter, noticeFilters } from '../../../contract/words.ts'
import { apiOf } from '../api.ts'
import { refusalOf } from '../failure.ts'
import { pagedQuery } from '../pagedQuery.ts'
import { useApiMutation } from '../useApiMutation.ts'
import { moderationKey, refreshModeration } from './invalidateModeration.ts'

interface NoticesParams {
  readonly filter: NoticeFilter
  /** Cursor of the first page shown; null: from the beginning. */
  readonly from: string | null
}

/** Which of the notices, from the query of the URL. */
export const parseNotices = (search: URLSearchParams): NoticesParams => ({
  filter: noticeFilters.find((one) => one === search.get('filter')) ?? 'open',
  from: search.get('next'),
})

export const noticesQuery = ({ filter, from }: NoticesParams) =>
  pagedQuery({
    queryKey: [moderationKey, 'notices', filter, from],
    from,
    load: (api, start, options) => api.call('listNotices', { query: { filter, ...start } }, options),
  })

/** A notice for its sender; null if the link is wrong. @param key of the secret link; null for the member who sent it. */
export const sentNoticeQuery = (number: string, key: string | null) =>
  queryOptions({
    queryKey: ['notice', number, key],
    queryFn: ({ client, signal }): Promise<SentNotice | null> =>
      apiOf(client)
        .call('getNotice', { params: { number }, query: key === null ? {} : { key } }, { signal })
        .catch((error) => {
          if (refusalOf(error)?.status === 404) return null
          throw error
        }),
  })

/** Sends a notice. A guest's browser works for it first, where it can, because few notices a day are accepted without. */
export const useSendNotice = (isGuest: boolean) =>
  useApiMutation(async (api, body: InputOf<'sendNotice'>['body']) => {
    if (!isGuest || !globalThis.crypto?.subtle) return api.call('sendNotice', { body })
    const { challenge } = await api.call('getCaptcha', {})
    const { solveChallenge } = await import('../../device/proofOfWork.ts')
    return api.call('sendNotice', { body: { ...body, captchaToken: await solveChallenge(challenge) } })
  })

export const useReportToAdmins = () =>
  useApiMutation((api, body: InputOf<'reportToAdmins'>['body']) => api.call('reportToAdmins', { body }))

export const useComplain = (number: number, key: string | null) =>
  useApiMutation(
    (api, text: string) =>
      api.call('complain', {
        params: { number: String(number) },
        body: { text, ...(key !== null && { key }) },
      }),
    {
      onSuccess: (queryClient, notice) =>
        queryClient.setQueryData(sentNoticeQuery(String(number), key).queryKey, notice),
    },
  )

export const useDecideNotice = (number: number) =>
  useApiMutation(
    (api, body: InputOf<'decideNotice'>['body']) =>
      api.call('decideNotice', { params: { number: String(number) }, body }),
    {
      // Also after a failure: another admin may have decided.
      onSettled: refreshModeration,
    },
  )
