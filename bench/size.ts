/** How large a forum is; every other number of the seed follows from these. */
export interface ForumSize {
  readonly posts: number
  readonly comments: number
  /** On posts and on comments together. */
  readonly votes: number
}

const votesPerPost = 50
const commentsPerPost = 10

/** @param posts at least 1000: a smaller forum has no long thread. */
export const sizeOf = (posts: number): ForumSize => ({
  posts,
  comments: posts * commentsPerPost,
  votes: posts * votesPerPost,
})

export const defaultSize = sizeOf(20_000)
export const largeSize = sizeOf(1_000_000)

/** What the seed makes besides posts, comments and votes. */
export const populationOf = ({ posts }: ForumSize) => ({
  members: Math.round(posts / 4),
  communities: Math.max(50, Math.round(posts / 100)),
})
