import { type CommentNode, countComments } from '../../data/comments/commentTree.ts'

/** Consecutive threads that the browser skips together (`content-visibility`) while they are far from the viewport. */
export interface Slice {
  /** Stays the same while threads are added or removed elsewhere. */
  readonly key: string
  readonly threads: readonly CommentNode[]
}

/** Lists of up to this many comments are not divided. */
const dividedFromComments = 60
/**
 * On average. Larger slices take longer to render when they come near the viewport; with smaller ones, each frame has more
 * elements to check.
 */
const threadsInSlice = 8

/**
 * Divides a list of threads. Whether a thread begins a slice depends only on its own id (unless it is the first of the
 * list), so adding or reordering a thread moves no other thread into another slice, where it would have to be mounted
 * again.
 *
 * @returns one slice for short lists, with all replies.
 */
export function sliceThreads(threads: readonly CommentNode[]): Slice[] {
  const isLong = countComments(threads) > dividedFromComments
  const slices: { key: string; threads: CommentNode[] }[] = []
  for (const thread of threads) {
    const current = slices.at(-1)
    const { id } = thread.comment
    if (!current) slices.push({ key: 'first', threads: [thread] })
    else if (isLong && beginsSlice(id)) slices.push({ key: id, threads: [thread] })
    else current.threads.push(thread)
  }
  return slices
}

/** True for one in `threadsInSlice` ids, by a hash of the id. */
function beginsSlice(id: string): boolean {
  let hash = 0
  for (let index = 0; index < id.length; index += 1) hash = (Math.imul(hash, 31) + id.charCodeAt(index)) >>> 0
  return hash % threadsInSlice === 0
}
