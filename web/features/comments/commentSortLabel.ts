import type { CommentSort } from '../../../contract/words.ts'

/** "Best" */
export const commentSortLabel = (sort: CommentSort): string => sort[0]?.toUpperCase() + sort.slice(1)
