/** What this window knows of a post beyond what the server says (specification 3, client-only fields). */
interface PostMemory {
  /** Which of its pictures is shown, from 0. */
  imageGalleryIndex: number
}

const memories = new Map<string, PostMemory>()

/** Kept for as long as the window is open, so that a post is found as it was left, in a feed and on its page. */
export function memoryOfPost(postId: string): PostMemory {
  const known = memories.get(postId)
  if (known) return known
  const memory: PostMemory = { imageGalleryIndex: 0 }
  // On the server nothing is looked at, and nothing may pile up.
  if (typeof window !== 'undefined') memories.set(postId, memory)
  return memory
}
