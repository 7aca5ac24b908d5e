import { type ReactNode, useContext } from 'react'
import { InitialContext, useInitial } from '../../data/account/initial.ts'
import { initialOfFacts, type ViewerFacts, viewerFacts } from '../../data/account/viewerFacts.ts'
import type { CommentNode } from '../../data/comments/commentTree.ts'
import type { ThreadParams } from '../../data/comments/threadChanges.ts'
import { type MarkupSlots, MarkupSlotsContext } from '../../ui/markup/CachedMarkup.tsx'
import { isNew } from './commentFacts.ts'
import { type Discussion, DiscussionContext, useDiscussion } from './discussion.ts'
import { beginsSlice } from './slices.ts'

/** A thread in a list, and how much of it is rendered at once, see `CommentBranch`. */
export interface BudgetedThread {
  readonly node: CommentNode
  readonly budget: number
  readonly phoneBudget: number
}

interface CachedThreadsProps {
  threads: readonly BudgetedThread[]
  level: number
  isLockedAbove: boolean
  /** Renders one thread. */
  branch: (thread: BudgetedThread) => ReactNode
}

const mostInRun = 24

const LiveThreads = ({ threads, branch }: CachedThreadsProps): ReactNode => threads.map(branch)

/**
 * Consecutive threads of a discussion. The server renders those that look the same to many viewers together, in runs of
 * about eight threads, and shares their markup.
 */
export const CachedThreads = import.meta.env.SSR ? SharedThreads : LiveThreads

function SharedThreads({ threads, level, isLockedAbove, branch }: CachedThreadsProps): ReactNode {
  const slots = useContext(MarkupSlotsContext)
  const discussion = useDiscussion()
  const initial = useInitial()
  if (!slots) return threads.map(branch)
  const { post, threadParams, closedReason, isLocked, span } = discussion
  const isPlain = plainThreads(slots, discussion)
  const facts = {
    viewer: viewerFacts({ userId: '', communityId: post.communityId }, initial),
    post,
    sort: threadParams.sort,
    from: threadParams.from,
    closedReason,
    isLocked,
    level,
    isLockedAbove,
  }
  // Not with highlights for one viewer, or replies loaded for the page of one comment.
  const canShare = span === null && threadParams.focus === null
  return runsOf(threads, (node) => canShare && isPlain(node)).map((run) => {
    if (!run.isShared) return run.threads.map(branch)
    const items = run.threads.flatMap(({ node }) => commentsOf(node))
    const shape = run.threads.map(({ node, budget, phoneBudget }) => [
      renderedOf(budget, node),
      renderedOf(phoneBudget, node),
      ...missingOf(node),
    ])
    return slots.place({
      name: 'threads',
      items: () => items,
      facts: () => [facts, shape],
      render: () => (
        <InitialContext value={initialOfFacts(facts.viewer, { userId: '', communityId: post.communityId })}>
          <DiscussionContext value={discussionOf(facts)}>{run.threads.map(branch)}</DiscussionContext>
        </InitialContext>
      ),
    })
  })
}

interface Facts extends Pick<Discussion, 'post' | 'closedReason' | 'isLocked'> {
  readonly viewer: ViewerFacts
  readonly sort: ThreadParams['sort']
  readonly from: string | null
}

/** A discussion that contains only the facts, so that nothing else gets into shared markup. */
const discussionOf = ({ viewer, post, sort, from, closedReason, isLocked }: Facts): Discussion => ({
  threadParams: { publicId: post.publicId, sort, from, focus: null },
  post,
  lastVisitAt: null,
  span: null,
  viewerId: viewer && '',
  roles: [],
  isServerRendered: true,
  closedReason,
  isLocked,
})

/** Whether a thread has no viewer state: no own or new comments, and none with votes or mutes, which are not in shared JSON. */
function plainThreads({ isShared }: MarkupSlots, viewer: Discussion): (node: CommentNode) => boolean {
  const isPlain = ({ comment, replies }: CommentNode): boolean =>
    isShared(comment) &&
    comment.userId !== viewer.viewerId &&
    !isNew(comment, { id: viewer.viewerId, lastVisitAt: viewer.lastVisitAt }) &&
    replies.every(isPlain)
  return isPlain
}

/** The end of a run depends only on its threads, so that a new comment changes one run and not all after it. */
function runsOf(
  threads: readonly BudgetedThread[],
  isPlain: (node: CommentNode) => boolean,
): { isShared: boolean; threads: BudgetedThread[] }[] {
  const runs: { isShared: boolean; size: number; threads: BudgetedThread[] }[] = []
  for (const thread of threads) {
    const { node } = thread
    const isShared = node.size <= mostInRun && isPlain(node)
    const last = runs.at(-1)
    if (last?.isShared === isShared && last.size + node.size <= mostInRun && !beginsSlice(node.comment.id)) {
      last.threads.push(thread)
      last.size += node.size
    } else runs.push({ isShared, size: node.size, threads: [thread] })
  }
  return runs
}

const commentsOf = ({ comment, replies }: CommentNode): (typeof comment)[] => [
  comment,
  ...replies.flatMap(commentsOf),
]

/** The shape of a thread: for each comment, the numbers of its shown and missing replies. */
const missingOf = ({ replies, missing }: CommentNode): number[] => [
  replies.length,
  missing,
  ...replies.flatMap(missingOf),
]

/** How many comments of a thread are rendered at once: a budget is often larger than the thread. */
const renderedOf = (budget: number, { size }: CommentNode): number => Math.max(0, Math.min(budget, size + 1))
