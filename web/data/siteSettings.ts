import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { SiteSettings } from '../../contract/entities/siteSettings.ts'
import { apiOf, useApi } from './api.ts'
import { initialQuery } from './initial.ts'

export const siteSettingsQuery = queryOptions({
  queryKey: ['site settings'],
  queryFn: ({ client, signal }) => apiOf(client).call('getSiteSettings', {}, { signal }),
})

/** Decides for the whole site; what is around every page then says so too. */
export function useUpdateSiteSettings(on: { success: () => void; failure: (error: unknown) => void }) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    // What another admin has set meanwhile stays.
    mutationFn: (changed: Partial<SiteSettings>) => api.call('updateSiteSettings', { body: changed }),
    onSuccess: (saved) => {
      queryClient.setQueryData(siteSettingsQuery.queryKey, saved)
      queryClient.setQueryData(
        initialQuery.queryKey,
        (initial) => initial && { ...initial, signupsDisabled: saved.signupsDisabled },
      )
      on.success()
    },
    onError: on.failure,
  })
}
