import { limits } from '../../../contract/limits.ts'
import { pagedQuery } from '../pagedQuery.ts'

/** Cursor of the first row shown, for readers without JavaScript; null: from the beginning. */
interface TableParams {
  readonly from: string | null
}

/** All comments, newest first, with the beginning of their bodies. */
export const allCommentsQuery = ({ from }: TableParams) =>
  pagedQuery({
    queryKey: ['all comments', from],
    from,
    load: async (api, start, options) => {
      const query = { render: 'page' as const, ...start }
      const { comments, next } = await api.call('listAllComments', { query }, options)
      return { rows: comments, next }
    },
  })

/** All communities, newest first. */
export const allCommunitiesQuery = ({ from }: TableParams) =>
  pagedQuery({
    queryKey: ['all communities', from],
    from,
    load: async (api, start, options) => {
      const query = { sort: 'new' as const, limit: limits.adminTableRows + 1, ...start }
      const found = await api.call('listCommunities', { query }, options)
      return {
        rows: found.slice(0, limits.adminTableRows),
        next: found[limits.adminTableRows]?.id ?? null,
      }
    },
  })
