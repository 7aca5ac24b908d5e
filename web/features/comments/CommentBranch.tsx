import { type MouseEvent, memo, useRef, useState } from 'react'
import { type CommentNode, splitBudget } from '../../data/comments/commentTree.ts'
import { useNextReplies, useReplies } from '../../data/comments/thread.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { CachedComment } from './CachedComment.tsx'
import { CachedThreads } from './CachedThreads.tsx'
import styles from './Comment.module.css'
import { countReplies } from './CommentItem.tsx'
import { useCollapsed } from './collapsed.ts'
import { pathOfComment } from './commentPath.ts'
import { useDiscussion } from './discussion.ts'
import { sliceThreads } from './slices.ts'
import { useNotifyCommentFailure } from './useNotifyCommentFailure.ts'

/** From this depth on there is no space for an avatar beside each comment. */
const tightFromDepth = 5

interface CommentBranchProps {
  node: CommentNode
  /** Render budget: how many comments of the branch are rendered, in reading order; Infinity for all. */
  budget: number
  /** The same for phones. The two differ in the server's HTML, which serves both kinds of devices. */
  phoneBudget: number
  /** Whether an ancestor is locked. */
  isLockedAbove: boolean
}

/** A comment with its replies. */
export const CommentBranch = memo(function CommentBranch({
  node,
  budget,
  phoneBudget,
  isLockedAbove,
}: CommentBranchProps) {
  const { comment, replies, missing, size } = node
  const { isServerRendered } = useDiscussion()
  const { isCollapsed, toggle } = useCollapsed(comment)
  const [wasExpanded, setWasExpanded] = useState(!isCollapsed)
  if (!isCollapsed && !wasExpanded) setWasExpanded(true)
  const item = useRef<HTMLLIElement>(null)
  const isLocked = isLockedAbove || comment.locked
  const hasReplies = replies.length > 0 || missing > 0
  return (
    <li
      ref={item}
      className={classNames(
        styles.branch,
        comment.depth >= tightFromDepth && styles.tight,
        hiddenBeyondBudget(budget > 0, phoneBudget > 0),
      )}
    >
      <CachedComment comment={comment} isLocked={isLocked} isCollapsed={isCollapsed} onToggle={toggle} />
      {hasReplies && (isServerRendered || budget > 1) && wasExpanded && (
        // Stays mounted while collapsed: unmounting and mounting a thousand comments would be slow.
        <div className={styles.below} hidden={isCollapsed}>
          {/* A larger target for pointers; the keyboard has the button beside the name. */}
          <button
            type="button"
            className={styles.line}
            aria-hidden="true"
            tabIndex={-1}
            title="Collapse"
            onClick={() => {
              toggle()
              // The line is as long as the thread: after collapsing, the comment may be above the viewport.
              requestAnimationFrame(() =>
                item.current?.firstElementChild?.scrollIntoView({ block: 'nearest' }),
              )
            }}
          />
          <div className={styles.replies}>
            <Branches
              nodes={replies}
              budget={budget - 1}
              phoneBudget={phoneBudget - 1}
              isLockedAbove={isLocked}
            />
            {missing > 0 && (isServerRendered || budget >= size) && (
              <MoreReplies
                commentId={comment.id}
                count={missing}
                className={hiddenBeyondBudget(budget >= size, phoneBudget >= size)}
              />
            )}
          </div>
        </div>
      )}
    </li>
  )
})

interface BranchesProps extends Omit<CommentBranchProps, 'node'> {
  nodes: readonly CommentNode[]
}

/** Branches in order, within the render budget. Long lists are divided into slices, see `sliceThreads`. */
export function Branches({ nodes, budget, phoneBudget, isLockedAbove }: BranchesProps) {
  const { isServerRendered } = useDiscussion()
  const slices = sliceThreads(nodes)
  const budgets = splitBudget(nodes, budget)
  const phoneBudgets = splitBudget(nodes, phoneBudget)
  const isRendered = (index: number) => isServerRendered || (budgets[index] ?? 0) > 0
  let sliceStart = 0
  return slices.map(({ key, threads }) => {
    const start = sliceStart
    sliceStart += threads.length
    if (!isRendered(start)) return null
    return (
      <ul key={key} data-slice={slices.length > 1 || undefined}>
        <CachedThreads
          threads={threads.flatMap((node, index) => {
            const [budget = 0, phoneBudget = 0] = [budgets[start + index], phoneBudgets[start + index]]
            return isRendered(start + index) ? [{ node, budget, phoneBudget }] : []
          })}
          isLockedAbove={isLockedAbove}
          branch={(thread) => (
            <CommentBranch key={thread.node.comment.id} {...thread} isLockedAbove={isLockedAbove} />
          )}
        />
      </ul>
    )
  })
}

/** The class that hides what the server rendered beyond the budget, everywhere or on phones only. */
export function hiddenBeyondBudget(isRendered: boolean, isRenderedOnPhones: boolean): string | undefined {
  if (!isRendered) return styles.beyondBudget
  return isRenderedOnPhones ? undefined : styles.beyondPhoneBudget
}

interface MoreRepliesProps {
  commentId: string
  count: number
  className: string | undefined
}

/** Loads more replies; without JavaScript it links to the page of the comment, which has them page by page. */
function MoreReplies({ commentId, count, className }: MoreRepliesProps) {
  const { threadParams, post } = useDiscussion()
  const next = useNextReplies(threadParams, commentId)
  const load = useReplies(threadParams, useNotifyCommentFailure())
  const label = `${count} more ${count === 1 ? 'reply' : 'replies'}`
  return (
    <div className={classNames(styles.more, className)}>
      {load.isPending ? (
        <Button small variant="soft" busy>
          {label}
        </Button>
      ) : (
        <Button
          small
          variant="soft"
          href={`${pathOfComment(post, commentId)}${next === undefined ? '' : `?next=${next}`}`}
          aria-label={`Load ${countReplies(count)}`}
          onClick={(event: MouseEvent) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            load.mutate(commentId)
          }}
        >
          {label}
        </Button>
      )}
    </div>
  )
}
