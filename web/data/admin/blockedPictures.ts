import { queryOptions } from '@tanstack/react-query'
import { apiOf } from '../api.ts'
import { useApiMutation } from '../useApiMutation.ts'

/** The pictures that nobody may upload, the latest first. */
export const blockedPicturesQuery = queryOptions({
  queryKey: ['blocked pictures'],
  queryFn: async ({ client, signal }) =>
    (await apiOf(client).call('listBlockedPictures', {}, { signal })).pictures,
})

interface Change {
  readonly block?: readonly { readonly hash: string; readonly note: string }[]
  readonly unblock?: readonly string[]
  /** The public id of a post whose pictures are blocked. */
  readonly ofPost?: string
}

/** The list as a file. */
export const blockedPicturesFile = '/api/_admin/blocked_pictures.csv'

/** Blocks pictures, and unblocks others. */
export const useChangeBlockedPictures = () =>
  useApiMutation(
    (api, { block = [], unblock = [], ofPost = '' }: Change) =>
      api.call('changeBlockedPictures', { body: { block: [...block], unblock: [...unblock], ofPost } }),
    { onSuccess: (queryClient) => queryClient.invalidateQueries(blockedPicturesQuery) },
  )
