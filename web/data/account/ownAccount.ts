import type { ErasedContent } from '../../../contract/words.ts'
import { forgetMember } from '../../device/forgetMember.ts'
import { useApiMutation } from '../useApiMutation.ts'
import { initialQuery, ownUserKey } from './initial.ts'

/**
 * Erases the viewer for good, with what this device keeps of it. From then on the page belongs to a guest, and
 * the account is not fetched any more.
 *
 * @param onDeleted is called even if the calling component was removed with the account.
 */
export const useDeleteOwnAccount = (username: string, onDeleted: () => void) =>
  useApiMutation(
    (api, body: { password: string; content: ErasedContent }) =>
      api.call('deleteUser', { params: { username }, body }),
    {
      onSuccess: async (queryClient) => {
        await forgetMember()
        onDeleted()
        await queryClient.cancelQueries({ queryKey: ownUserKey })
        queryClient.setQueryData(initialQuery.queryKey, (initial) => initial && { ...initial, user: null })
      },
    },
  )
