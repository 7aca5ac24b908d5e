import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { InputOf } from '../../../contract/endpoints/index.ts'
import type { IpBlock } from '../../../contract/entities/ipBlock.ts'
import { pagedQuery } from '../pagedQuery.ts'
import { useApiMutation } from '../useApiMutation.ts'
import { trafficQuery } from './traffic.ts'

interface BlocksPage {
  readonly rows: IpBlock[]
  readonly next: string | null
}

/**
 * IP addresses that are or were blocked, those in effect first.
 *
 * @param place.from cursor of the first page shown; null: from the beginning.
 */
export const ipBlocksQuery = ({ from }: { from: string | null }) =>
  pagedQuery({
    queryKey: ['ip blocks', from],
    from,
    load: async (api, start, options): Promise<BlocksPage> => {
      const { blocks, next } = await api.call('listIpBlocks', { query: start }, options)
      return { rows: blocks, next }
    },
  })

/** Updates the cached pages of blocks. */
const changeBlocks = (
  queryClient: QueryClient,
  change: (blocks: IpBlock[], isFirstPage: boolean) => IpBlock[],
) =>
  queryClient.setQueriesData<InfiniteData<BlocksPage>>(
    { queryKey: ['ip blocks'] },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page, index) => ({ ...page, rows: change(page.rows, index === 0) })),
      },
  )

/** Blocks an address or a range, puts it at the top of the list, and fetches again which networks are blocked. */
export const useBlockIp = () =>
  useApiMutation((api, body: InputOf<'createIpBlock'>['body']) => api.call('createIpBlock', { body }), {
    onSuccess: (queryClient, made) => {
      changeBlocks(queryClient, (blocks, isFirstPage) => (isFirstPage ? [made, ...blocks] : blocks))
      queryClient.invalidateQueries(trafficQuery)
    },
  })

/** Ends a block, and updates its row. */
export const useCancelIpBlock = () =>
  useApiMutation((api, { id }: IpBlock) => api.call('cancelIpBlock', { params: { blockId: String(id) } }), {
    onSuccess: (queryClient, ended) =>
      changeBlocks(queryClient, (blocks) => blocks.map((block) => (block.id === ended.id ? ended : block))),
  })
