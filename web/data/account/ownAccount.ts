import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ErasedContent } from '../../../contract/words.ts'
import { forgetMember } from '../../device/forgetMember.ts'
import { useApi } from '../api.ts'
import { initialQuery, ownUserKey } from './initial.ts'

/**
 * Erases the viewer for good, with what this device keeps of it. From then on the page belongs to a guest, and
 * the account is not fetched any more.
 *
 * @param onDeleted is called even if the calling component was removed with the account.
 */
export function useDeleteOwnAccount(username: string, onDeleted: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { password: string; content: ErasedContent }) =>
      api.call('deleteUser', { params: { username }, body }),
    onSuccess: async () => {
      await forgetMember()
      onDeleted()
      await queryClient.cancelQueries({ queryKey: ownUserKey })
      queryClient.setQueryData(initialQuery.queryKey, (initial) => initial && { ...initial, user: null })
    },
  })
}
