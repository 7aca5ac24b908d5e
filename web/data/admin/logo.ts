import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import type { SiteLogo } from '../../../contract/pages.ts'
import { SiteContext } from '../account/site.ts'
import { sendImage, type UploadOptions } from '../uploads.ts'
import { useApiMutation } from '../useApiMutation.ts'

/** The logo when the page was loaded, updated by changes. */
export const logoQuery = (loaded: SiteLogo | null) =>
  queryOptions({ queryKey: ['logo'], queryFn: () => loaded, initialData: loaded, staleTime: 'static' })

/** Changes the logo of the site. */
export function useLogo() {
  const queryClient = useQueryClient()
  const { queryKey } = logoQuery(useContext(SiteContext).logo ?? null)
  const show = (logo: SiteLogo | null) => {
    queryClient.setQueryData(queryKey, logo)
    void queryClient.invalidateQueries({ queryKey: ['setting changes'] })
  }
  const upload = useMutation({
    mutationFn: ({ file, ...options }: UploadOptions & { file: File }) =>
      sendImage<SiteLogo>('POST /api/_admin/logo', file, options),
    onSuccess: show,
  })
  const remove = useApiMutation((api) => api.call('deleteLogo', {}), { onSuccess: () => show(null) })
  return { upload, remove }
}
