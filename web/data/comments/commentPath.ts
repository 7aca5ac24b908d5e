import { pathOfPost } from '../posts/postPath.ts'

/** The path of the page with a single comment and its replies. */
export const pathOfComment = (post: { communityName: string; publicId: string }, commentId: string): string =>
  `${pathOfPost(post)}/${commentId}`

export const idOfComment = (commentId: string): string => `comment-${commentId}`
