import { asExcerpts, type ViewAs } from '../api/viewAs.ts'

/** How posts and comments in one list are shown: our own pages show the beginning of a post, and the whole of a comment. */
export interface ItemsViewAs {
  readonly post: ViewAs
  readonly comment: ViewAs
}

export const itemsViewAs = (to: ViewAs): ItemsViewAs => ({ post: asExcerpts(to), comment: to })
