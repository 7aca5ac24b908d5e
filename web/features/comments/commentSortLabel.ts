import { t } from '../../../contract/texts/t.ts'
import type { CommentSort } from '../../../contract/words.ts'

/** "Best" */
export const commentSortLabel = (sort: CommentSort): string =>
  t('{sort, select, best {Best} top {Top} new {New} old {Old} other {Controversial}}', { sort })
