import { type CommentNode, countComments } from '../../data/commentTree.ts'

/** Threads that follow each other and are left out of the drawing together while they are far from the window. */
export interface Slice {
  /** Stays the same while threads come and go elsewhere. */
  readonly key: string
  readonly threads: readonly CommentNode[]
}

/** So many comments are drawn and watched as one. */
const longList = 60
/** On average. Larger slices take longer when they come near, more slices take more of every frame. */
const threadsInSlice = 8

/**
 * Divides a list of threads. Whether a thread begins a slice depends on its own id alone (unless it is the first of the
 * list): what is written, loaded or voted to another place elsewhere moves no other thread into another slice, where
 * it would have to be made anew.
 *
 * @returns one slice for lists that are short, with everything below them.
 */
export function slicesOf(threads: readonly CommentNode[]): Slice[] {
  const isLong = countComments(threads) > longList
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

function beginsSlice(id: string): boolean {
  let hash = 0
  for (let place = 0; place < id.length; place += 1) hash = (Math.imul(hash, 31) + id.charCodeAt(place)) >>> 0
  return hash % threadsInSlice === 0
}
