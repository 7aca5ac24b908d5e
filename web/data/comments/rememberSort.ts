import type { QueryClient } from '@tanstack/react-query'
import type { CommentSort } from '../../../contract/words.ts'
import { changeViewer, initialQuery } from '../account/initial.ts'
import { apiOf } from '../api.ts'

/** Stores a member's order of comments. */
export async function rememberSortOfMember(
  queryClient: QueryClient,
  commentSort: CommentSort,
): Promise<void> {
  if (queryClient.getQueryData(initialQuery.queryKey)?.user?.commentSort === commentSort) return
  await apiOf(queryClient).call('updateSettings', {
    query: { action: 'updateProfile' },
    body: { commentSort },
  })
  changeViewer(queryClient, { commentSort })
}
