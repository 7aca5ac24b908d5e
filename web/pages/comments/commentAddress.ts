import { addressOfPost } from '../../data/post.ts'

/** Where one comment is shown alone. */
export const addressOfComment = (
  post: { communityName: string; publicId: string },
  commentId: string,
): string => `${addressOfPost(post)}/${commentId}`

/** The id of a comment's element on the page. */
export const idOfComment = (commentId: string): string => `comment-${commentId}`
