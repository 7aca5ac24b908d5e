import { queryOptions } from '@tanstack/react-query'
import type { WaveStep } from '../../../contract/waves.ts'
import { apiOf } from '../api.ts'
import { useApiMutation } from '../useApiMutation.ts'
import { settingsQuery } from './settings.ts'

const refreshMs = 30_000

/** Whether new members are checked more strictly, and why. */
export const wavesQuery = queryOptions({
  queryKey: ['waves'],
  queryFn: ({ client, signal }) => apiOf(client).call('listWaves', {}, { signal }),
  staleTime: 0,
  refetchInterval: refreshMs,
})

/** Raises the bar, prolongs that, or ends it. */
export const useChangeWave = () =>
  useApiMutation((api, step: WaveStep) => api.call('changeWave', { body: { step } }), {
    onSuccess: (queryClient, waves) => {
      queryClient.setQueryData(wavesQuery.queryKey, waves)
      void queryClient.invalidateQueries(settingsQuery('waves'))
    },
  })
