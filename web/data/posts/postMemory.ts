/** State of a post that exists only in this window. */
interface PostMemory {
  /** Which of its pictures is shown, from 0. */
  imageGalleryIndex: number
}

const memories = new Map<string, PostMemory>()

/** Kept while the window is open, so that a post is shown as it was left, in a feed and on its page. */
export function memoryOfPost(postId: string): PostMemory {
  const known = memories.get(postId)
  if (known) return known
  const memory: PostMemory = { imageGalleryIndex: 0 }
  // Not on the server, which serves everyone.
  if (typeof window !== 'undefined') memories.set(postId, memory)
  return memory
}
