import type { Comment } from '../../../contract/entities/comment.ts'

/** A comment with its replies. */
export interface CommentNode {
  readonly comment: Comment
  readonly replies: readonly CommentNode[]
  /**
   * How many replies, at any depth, are on the server and neither loaded nor counted as missing by a node
   * below.
   */
  readonly missing: number
  /** How many comments are loaded: this one and all below it. */
  readonly size: number
}

type SortableComment = Pick<Comment, 'id' | 'parentId' | 'ancestors' | 'upvotes' | 'noReplies'>

/**
 * Builds the tree of a discussion from a flat list, whose order does not matter. A comment whose parent is not in the
 * list hangs under its nearest ancestor that is, or else stands at the top.
 *
 * Linear in the number of comments, apart from sorting siblings. Subtrees that have not changed keep their nodes, so that
 * memoized components do not render again.
 *
 * @param first ids that stand before their siblings, the last one first; the others follow by upvotes falling, then
 *   id falling.
 */
export function buildTree(comments: readonly Comment[], first: readonly string[] = []): CommentNode[] {
  const byId = new Map(comments.map((comment) => [comment.id, comment]))
  const childrenOf = new Map<string | null, Comment[]>()
  for (const comment of byId.values()) {
    const parentId = nearestLoadedAncestor(comment, byId)
    const siblings = childrenOf.get(parentId)
    if (siblings) siblings.push(comment)
    else childrenOf.set(parentId, [comment])
  }
  const ranks = new Map(first.map((id, index) => [id, index]))
  return nodesUnder(null).nodes

  function nodesUnder(parentId: string | null): { nodes: CommentNode[]; known: number } {
    let known = 0
    const siblings = (childrenOf.get(parentId) ?? []).sort((a, b) => inOrder(a, b, ranks))
    const nodes = siblings.map((comment) => {
      const below = nodesUnder(comment.id)
      const missing = Math.max(0, comment.noReplies - below.known)
      known += 1 + below.known + missing
      return nodeOf(comment, below.nodes, missing)
    })
    return { nodes, known }
  }
}

/** The latest node of each comment; weak, so that nodes go with their comments. */
const latestNodes = new WeakMap<Comment, CommentNode>()

function nodeOf(comment: Comment, replies: readonly CommentNode[], missing: number): CommentNode {
  const known = latestNodes.get(comment)
  const isSame =
    known?.missing === missing &&
    known.replies.length === replies.length &&
    known.replies.every((reply, index) => reply === replies[index])
  if (isSame) return known
  const node = { comment, replies, missing, size: 1 + countComments(replies) }
  latestNodes.set(comment, node)
  return node
}

/** How many comments there are in some threads, at all depths. */
export const countComments = (threads: readonly CommentNode[]): number =>
  threads.reduce((sum, { size }) => sum + size, 0)

/**
 * Splits a render budget among consecutive threads, in reading order.
 *
 * @returns for each thread how many of its comments may be rendered; Infinity for all.
 */
export function splitBudget(threads: readonly CommentNode[], budget: number): number[] {
  let left = budget
  return threads.map(({ size }) => {
    const own = left >= size ? Number.POSITIVE_INFINITY : Math.max(0, left)
    left -= size
    return own
  })
}

function nearestLoadedAncestor(
  { parentId, ancestors }: SortableComment,
  byId: ReadonlyMap<string, unknown>,
): string | null {
  if (parentId === null || byId.has(parentId)) return parentId
  return ancestors?.findLast((id) => byId.has(id)) ?? null
}

function inOrder(a: SortableComment, b: SortableComment, ranks: ReadonlyMap<string, number>): number {
  const byRank = (ranks.get(b.id) ?? -1) - (ranks.get(a.id) ?? -1)
  return byRank || b.upvotes - a.upvotes || compareIds(b.id, a.id)
}

/** Ids are numbers that do not fit a JavaScript number: of two, the longer one is larger. */
function compareIds(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length
  return a < b ? -1 : Number(a > b)
}
