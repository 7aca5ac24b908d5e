import { pathOfPost } from '../../data/posts/postPath.ts'

/** Where one comment is shown alone. */
export const pathOfComment = (post: { communityName: string; publicId: string }, commentId: string): string =>
  `${pathOfPost(post)}/${commentId}`

/** The id of a comment's element on the page. */
export const idOfComment = (commentId: string): string => `comment-${commentId}`
