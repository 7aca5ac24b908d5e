import { queryOptions } from '@tanstack/react-query'
import type { MoveAct } from '../../../contract/words.ts'
import { apiOf } from '../api.ts'
import { useApiMutation } from '../useApiMutation.ts'
import { moderationKey } from './invalidateModeration.ts'

/** Moves of posts from and to a community. */
export const movesQuery = (communityId: string) =>
  queryOptions({
    queryKey: [moderationKey, 'moves', communityId],
    queryFn: ({ client, signal }) => apiOf(client).call('listMoves', { params: { communityId } }, { signal }),
  })

/** Moves a post, or proposes that. */
export const useMovePost = ({ publicId }: { publicId: string }) =>
  useApiMutation(
    (api, body: { community: string; reason: string }) =>
      api.call('movePost', { params: { publicId }, body }),
    {
      // It is shown in feeds, threads, profiles and the queue.
      onSuccess: (queryClient) => void queryClient.invalidateQueries(),
    },
  )

/** Accepts, declines, withdraws or undoes a move. */
export const useDecideMove = () =>
  useApiMutation(
    (api, { id, action }: { id: number; action: MoveAct }) =>
      api.call('decideMove', { params: { moveId: String(id) }, body: { action } }),
    {
      // Also after a failure: another moderator may have acted.
      onSettled: (queryClient) => void queryClient.invalidateQueries(),
    },
  )

/** Merges of posts in a community. */
export const mergesQuery = (communityId: string) =>
  queryOptions({
    queryKey: [moderationKey, 'merges', communityId],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('listMerges', { params: { communityId } }, { signal }),
  })

/** Posts of the same community with the same link. */
export const sameLinksQuery = (publicId: string) =>
  queryOptions({
    queryKey: [moderationKey, 'same-link', publicId],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('listSameLinks', { params: { publicId } }, { signal }),
  })

/** Merges a post into another one. */
export const useMergePost = ({ publicId }: { publicId: string }) =>
  useApiMutation(
    (api, body: { into: string; reason: string }) => api.call('mergePost', { params: { publicId }, body }),
    {
      // Both are shown in feeds, threads, profiles and the queue.
      onSuccess: (queryClient) => void queryClient.invalidateQueries(),
    },
  )

/** Undoes a merge. */
export const useUndoMerge = () =>
  useApiMutation((api, id: number) => api.call('undoMerge', { params: { mergeId: String(id) } }), {
    // Also after a failure: another moderator may have acted.
    onSettled: (queryClient) => void queryClient.invalidateQueries(),
  })
