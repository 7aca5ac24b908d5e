import type { Comment } from '../../../contract/entities/comment.ts'
import type { Thread } from './threadChanges.ts'

/** A comment with its replies. */
export interface CommentNode {
  readonly comment: Comment
  readonly replies: readonly CommentNode[]
  /**
   * How many replies, at any depth, are on the server and neither loaded nor counted as missing by a node
   * below.
   */
  readonly missing: number
  /** Where the missing replies begin, as the server named it; undefined for the first ones. */
  readonly next?: string | undefined
  /** How many comments are loaded: this one and all below it. */
  readonly size: number
}

interface TreeOptions {
  readonly first?: readonly string[]
  readonly nextReplies?: Thread['nextReplies']
  readonly latest?: LatestNodes | null
}

/** The latest node of each comment; weak, so that nodes are collected with their comments. */
export type LatestNodes = WeakMap<Comment, CommentNode>

type PlacedComment = Pick<Comment, 'parentId' | 'ancestors'>

/**
 * Builds the tree of a discussion from a flat list, in which siblings are in their order. A comment whose parent is not in
 * the list is put below its nearest ancestor in the list, or else at the top.
 *
 * Linear in the number of comments.
 *
 * @param options.first ids that come before their siblings, the last one first.
 * @param options.nextReplies where the missing replies of comments begin, by id.
 * @param options.latest the nodes of earlier calls: subtrees that have not changed keep theirs, so that memoized components do not
 * render again.
 */
export function buildTree(
  comments: readonly Comment[],
  { first = [], nextReplies = {}, latest = null }: TreeOptions = {},
): CommentNode[] {
  const byId = new Map(comments.map((comment) => [comment.id, comment]))
  const childrenOf = new Map<string | null, Comment[]>()
  for (const comment of byId.values()) {
    const parentId = nearestLoadedAncestor(comment, byId)
    const siblings = childrenOf.get(parentId)
    if (siblings) siblings.push(comment)
    else childrenOf.set(parentId, [comment])
  }
  const ranks = new Map(first.map((id, index) => [id, index]))
  // A pinned comment stays before those that were just written.
  const rankOf = ({ id, isPinned }: Comment) => (isPinned ? first.length : (ranks.get(id) ?? -1))
  return nodesUnder(null).nodes

  function nodesUnder(parentId: string | null): { nodes: CommentNode[]; known: number } {
    let known = 0
    const siblings = (childrenOf.get(parentId) ?? []).sort((a, b) => rankOf(b) - rankOf(a))
    const nodes = siblings.map((comment) => {
      const below = nodesUnder(comment.id)
      const missing = Math.max(0, comment.noReplies - below.known)
      known += 1 + below.known + missing
      return nodeOf({ comment, replies: below.nodes, missing, next: nextReplies[comment.id] }, latest)
    })
    return { nodes, known }
  }
}

function nodeOf(
  { comment, replies, missing, next }: Omit<CommentNode, 'size'>,
  latest: LatestNodes | null,
): CommentNode {
  const known = latest?.get(comment)
  const isSame =
    known?.missing === missing &&
    known.next === next &&
    known.replies.length === replies.length &&
    known.replies.every((reply, index) => reply === replies[index])
  if (isSame) return known
  const node = { comment, replies, missing, next, size: 1 + countComments(replies) }
  latest?.set(comment, node)
  return node
}

/** The number of comments in some threads, at all depths. */
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
  { parentId, ancestors }: PlacedComment,
  byId: ReadonlyMap<string, unknown>,
): string | null {
  if (parentId === null || byId.has(parentId)) return parentId
  return ancestors?.findLast((id) => byId.has(id)) ?? null
}

/** How many ancestors are shown above a focused comment. */
const shownAbove = 2

/**
 * The branch of a discussion around the focused comment: with its replies and its nearest ancestors.
 *
 * @returns `above`: the omitted ancestors, from the top down.
 */
export function aroundFocus(
  tree: readonly CommentNode[],
  focus: string,
): { nodes: readonly CommentNode[]; above: readonly Comment[] } {
  const above: Comment[] = []
  let nodes = tree
  while (nodes[0] && nodes[0].comment.id !== focus) {
    above.push(nodes[0].comment)
    nodes = nodes[0].replies
  }
  return {
    nodes: branchAt(tree, Math.max(0, above.length - shownAbove)),
    above: above.slice(0, -shownAbove),
  }
}

const branchAt = (nodes: readonly CommentNode[], level: number): readonly CommentNode[] =>
  level > 0 && nodes[0] ? branchAt(nodes[0].replies, level - 1) : nodes
