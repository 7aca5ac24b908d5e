/** The size of a forum; all other numbers of the seed follow from it. */
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

/** How many members and communities a seeded forum has. */
export const populationOf = ({ posts }: ForumSize) => ({
  members: Math.round(posts / 4),
  communities: Math.max(50, Math.round(posts / 100)),
})
