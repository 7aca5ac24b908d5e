import { type MouseEvent, memo, useContext, useRef, useState } from 'react'
import type { Comment } from '../../../contract/entities/comment.ts'
import { t } from '../../../contract/texts/t.ts'
import { pathOfComment } from '../../data/comments/commentPath.ts'
import { type CommentNode, splitBudget } from '../../data/comments/commentTree.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { CachedComment } from './CachedComment.tsx'
import styles from './Comment.module.css'
import { useCollapsed } from './collapsed.ts'
import { LoadRepliesContext, useDiscussion } from './discussion.ts'
import { sliceThreads } from './slices.ts'

/** From this level on there is no space for an avatar beside each comment. */
const tightFromLevel = 5
/** On phones replies from this level on are indented less. */
const narrowFromLevel = 4
/** From these levels on a thread continues on the page of a comment. */
const continuedFromLevel = { desktop: 12, phone: 8 }

interface CommentBranchProps {
  node: CommentNode
  /** Render budget: how many comments of the branch are rendered, in reading order; Infinity for all. */
  budget: number
  /** The same for phones. The two differ in the server's HTML, which serves both kinds of devices. */
  phoneBudget: number
  /** How many comments are above it on this page. */
  level: number
  /** Whether an ancestor is locked. */
  isLockedAbove: boolean
}

/** A comment with its replies. */
export const CommentBranch = memo(function CommentBranch({
  node,
  budget,
  phoneBudget,
  level,
  isLockedAbove,
}: CommentBranchProps) {
  const { comment, replies, missing, next, size } = node
  const { isServerRendered } = useDiscussion()
  const { isCollapsed, toggle } = useCollapsed(comment)
  const [wasExpanded, setWasExpanded] = useState(!isCollapsed)
  if (!isCollapsed && !wasExpanded) setWasExpanded(true)
  const item = useRef<HTMLLIElement>(null)
  const isLocked = isLockedAbove || comment.locked
  const hasReplies = replies.length > 0 || missing > 0
  const isLast = level + 1 >= continuedFromLevel.desktop
  const isLastOnPhones = level + 1 >= continuedFromLevel.phone
  return (
    <li
      ref={item}
      className={classNames(
        styles.branch,
        level >= tightFromLevel && styles.tight,
        level >= narrowFromLevel && styles.narrow,
        hiddenBeyondBudget(budget > 0, phoneBudget > 0),
      )}
    >
      <CachedComment
        comment={comment}
        isLocked={isLocked}
        isCollapsed={isCollapsed}
        isReply={level > 0}
        onToggle={toggle}
      />
      {hasReplies && isLastOnPhones && !isCollapsed && (
        <ContinuedThread comment={comment} className={isLast ? undefined : styles.onPhones} />
      )}
      {hasReplies && !isLast && (isServerRendered || budget > 1) && wasExpanded && (
        // Stays mounted while collapsed: unmounting and mounting a thousand comments would be slow.
        <div className={classNames(styles.below, isLastOnPhones && styles.notOnPhones)} hidden={isCollapsed}>
          {/* A larger target for pointers; the keyboard has the button beside the name. */}
          <button
            type="button"
            className={styles.line}
            aria-hidden="true"
            tabIndex={-1}
            title={t('Collapse')}
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
              level={level + 1}
              isLockedAbove={isLocked}
            />
            {missing > 0 && (isServerRendered || budget >= size) && (
              <MoreReplies
                commentId={comment.id}
                count={missing}
                next={next}
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
export function Branches({ nodes, budget, phoneBudget, level, isLockedAbove }: BranchesProps) {
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
        {threads.map((node, index) => {
          if (!isRendered(start + index)) return null
          const [budget = 0, phoneBudget = 0] = [budgets[start + index], phoneBudgets[start + index]]
          return (
            <CommentBranch key={node.comment.id} {...{ node, budget, phoneBudget, level, isLockedAbove }} />
          )
        })}
      </ul>
    )
  })
}

/** The class that hides what the server rendered beyond the budget, everywhere or on phones only. */
export function hiddenBeyondBudget(isRendered: boolean, isRenderedOnPhones: boolean): string | undefined {
  if (!isRendered) return styles.beyondBudget
  return isRenderedOnPhones ? undefined : styles.beyondPhoneBudget
}

/** Links to the page of a comment, on which there is space for what is below it. */
function ContinuedThread({ comment, className }: { comment: Comment; className: string | undefined }) {
  const { threadParams, post } = useDiscussion()
  return (
    <div className={classNames(styles.more, className)}>
      <Button small variant="soft" href={`${pathOfComment(post, comment.id)}?sort=${threadParams.sort}`}>
        {t('Continue thread ({count, plural, one {# reply} other {# replies}})', {
          count: comment.noReplies,
        })}
      </Button>
    </div>
  )
}

interface MoreRepliesProps {
  commentId: string
  count: number
  next: string | undefined
  className: string | undefined
}

/** Loads more replies; without JavaScript it links to the page of the comment, which has them page by page. */
function MoreReplies({ commentId, count, next, className }: MoreRepliesProps) {
  const { threadParams, post } = useDiscussion()
  const loadReplies = useContext(LoadRepliesContext)
  const [isLoading, setIsLoading] = useState(false)
  const label = t('{count, plural, one {# more reply} other {# more replies}}', { count })
  return (
    <div className={classNames(styles.more, className)}>
      {isLoading ? (
        <Button small variant="soft" busy>
          {label}
        </Button>
      ) : (
        <Button
          small
          variant="soft"
          href={`${pathOfComment(post, commentId)}?sort=${threadParams.sort}${next === undefined ? '' : `&next=${next}`}`}
          aria-label={t('Load {count, plural, one {# reply} other {# replies}}', { count })}
          onClick={(event: MouseEvent) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            setIsLoading(true)
            const end = () => setIsLoading(false)
            loadReplies(commentId).then(end, end)
          }}
        >
          {label}
        </Button>
      )}
    </div>
  )
}
