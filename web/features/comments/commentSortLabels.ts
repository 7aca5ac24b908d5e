import type { CommentSort } from '../../../contract/words.ts'

export const commentSortLabels: Readonly<Record<CommentSort, string>> = {
  best: 'Best',
  top: 'Top',
  new: 'New',
  old: 'Old',
  controversial: 'Controversial',
}
