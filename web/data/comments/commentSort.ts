import type { Initial } from '../../../contract/entities/initial.ts'
import { type CommentSort, commentSorts } from '../../../contract/sorts.ts'

export const isCommentSort = (text: string | null): text is CommentSort =>
  commentSorts.some((sort) => sort === text)

/** The requested order of comments, or the one that the member has chosen before. */
export function commentSortOf(search: URLSearchParams, { user }: Pick<Initial, 'user'>): CommentSort {
  const requested = search.get('sort')
  return isCommentSort(requested) ? requested : (user?.commentSort ?? 'best')
}
