import type { Post } from '../../../contract/entities/post.ts'

/** A post with the state that only this window has. */
export interface ShownPost extends Post {
  /** Hidden in this window; further feeds come without it. */
  readonly hidden?: boolean
}
