import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '../../contract/endpoints/index.ts'
import type { IpBlock } from '../../contract/entities/ipBlock.ts'
import { apiOf, useApi } from './api.ts'

/** Addresses that are or were shut out, those in effect first. */
export const ipBlocksQuery = infiniteQueryOptions({
  queryKey: ['ip blocks'],
  queryFn: ({ client, signal, pageParam }) =>
    apiOf(client).call('listIpBlocks', { query: pageParam === null ? {} : { next: pageParam } }, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
})

/** Changes the blocks that are on the screen, page by page. */
const changeBlocks = (
  queryClient: QueryClient,
  change: (blocks: IpBlock[], isFirstPage: boolean) => IpBlock[],
) =>
  queryClient.setQueryData(
    ipBlocksQuery.queryKey,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page, index) => ({ ...page, blocks: change(page.blocks, index === 0) })),
      },
  )

/** Shuts out an address or a range; it then stands above all others. */
export function useBlockIp() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: InputOf<'createIpBlock'>['body']) => api.call('createIpBlock', { body }),
    onSuccess: (made) =>
      changeBlocks(queryClient, (blocks, isFirstPage) => (isFirstPage ? [made, ...blocks] : blocks)),
  })
}

/** Ends a block; its row is what the server answers with. */
export function useCancelIpBlock() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: IpBlock) => api.call('cancelIpBlock', { params: { blockId: String(id) } }),
    onSuccess: (ended) =>
      changeBlocks(queryClient, (blocks) => blocks.map((block) => (block.id === ended.id ? ended : block))),
  })
}
