import type { ApiClient } from '../../../contract/endpoints/index.ts'
import type { Comment } from '../../../contract/entities/comment.ts'
import { limits } from '../../../contract/limits.ts'
import type { CommentSort } from '../../../contract/words.ts'
import { standsBefore } from './siblingOrder.ts'
import type { Thread, ThreadParams } from './threadChanges.ts'

/** @returns an update that adds all that others wrote since a time, with what is above it. */
export async function loadNewComments(
  api: ApiClient,
  { publicId, sort }: ThreadParams,
  since: string,
): Promise<(thread: Thread) => Thread> {
  const found = new Map<string, Comment>()
  for (let from: string | null = String(Date.parse(since)); from !== null; ) {
    const page: { comments: Comment[]; next: string | null } = await api.call('listComments', {
      params: { publicId },
      query: { since: from, limit: limits.commentsPerPage, render: 'page' },
    })
    for (const comment of page.comments) found.set(comment.id, comment)
    // More comments than a page has could be of the same millisecond.
    from = page.next === from ? null : page.next
  }
  return (thread) => ({ ...withPlaced(thread, [...found.values()], sort), hasEarly: true })
}

/** Adds comments from anywhere in the discussion, each at its place among the loaded siblings. */
export function withPlaced(thread: Thread, more: readonly Comment[], sort: CommentSort): Thread {
  const fresh = new Map(more.map((comment) => [comment.id, comment]))
  const siblingsOf = new Map<string | null, Comment[]>()
  const siblingsAt = (parentId: string | null) => {
    const siblings = siblingsOf.get(parentId) ?? []
    siblingsOf.set(parentId, siblings)
    return siblings
  }
  for (const comment of thread.comments) {
    siblingsAt(comment.parentId).push(fresh.get(comment.id) ?? comment)
    fresh.delete(comment.id)
  }
  for (const comment of fresh.values()) {
    const siblings = siblingsAt(comment.parentId)
    const place = siblings.findIndex((sibling) => standsBefore(comment, sibling, sort))
    siblings.splice(place === -1 ? siblings.length : place, 0, comment)
  }
  return { ...thread, comments: [...siblingsOf.values()].flat() }
}
