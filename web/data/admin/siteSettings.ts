import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { SiteSettings } from '../../../contract/entities/siteSettings.ts'
import { initialQuery } from '../account/initial.ts'
import { apiOf, useApi } from '../api.ts'
import { settingsQuery } from './settings.ts'

export const siteSettingsQuery = queryOptions({
  queryKey: ['site settings'],
  queryFn: ({ client, signal }) => apiOf(client).call('getSiteSettings', {}, { signal }),
})

/** Changes settings of the site, and updates the shell. */
export function useUpdateSiteSettings(on: { success: () => void; failure: (error: unknown) => void }) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    // Sends only changed fields, because another admin may have changed the others.
    mutationFn: (changed: Partial<SiteSettings>) => api.call('updateSiteSettings', { body: changed }),
    onSuccess: (saved) => {
      queryClient.setQueryData(siteSettingsQuery.queryKey, saved)
      queryClient.setQueryData(
        initialQuery.queryKey,
        (initial) => initial && { ...initial, signupsDisabled: saved.signupsDisabled },
      )
      // It is the setting `joining`, which the form of access shows.
      void queryClient.invalidateQueries(settingsQuery('access'))
      on.success()
    },
    onError: on.failure,
  })
}
