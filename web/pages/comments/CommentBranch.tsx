import { type MouseEvent, useCallback, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { classNames } from '../../components/classNames.ts'
import type { CommentNode } from '../../data/commentTree.ts'
import { useReplies } from '../../data/thread.ts'
import styles from './Comment.module.css'
import { CommentItem, countReplies } from './CommentItem.tsx'
import { addressOfComment } from './commentAddress.ts'
import { useDiscussion } from './discussion.ts'
import { useNotifyCommentFailure } from './useNotifyCommentFailure.ts'

/** From this depth on there is no room for an avatar beside each comment. */
const tightFromDepth = 5

/** A comment with everything below it. */
export function CommentBranch({ node }: { node: CommentNode }) {
  const { comment, replies, missing } = node
  const [isCollapsed, setIsCollapsed] = useState(false)
  const toggle = useCallback(() => setIsCollapsed((collapsed) => !collapsed), [])
  const hasReplies = replies.length > 0 || missing > 0
  return (
    <li className={classNames(styles.branch, comment.depth >= tightFromDepth && styles.tight)}>
      <CommentItem comment={comment} isCollapsed={isCollapsed} onToggle={toggle} />
      {hasReplies && !isCollapsed && (
        <div className={styles.below}>
          {/* A larger thing to hit for pointers; the keyboard has the button beside the name. */}
          <button
            type="button"
            className={styles.line}
            aria-hidden="true"
            tabIndex={-1}
            title="Collapse"
            onClick={toggle}
          />
          <div className={styles.replies}>
            <ul>
              {replies.map((reply) => (
                <CommentBranch key={reply.comment.id} node={reply} />
              ))}
            </ul>
            {missing > 0 && <MoreReplies commentId={comment.id} count={missing} />}
          </div>
        </div>
      )}
    </li>
  )
}

/** Asks for the replies that are not there yet; without JavaScript, the page of the comment has them all. */
function MoreReplies({ commentId, count }: { commentId: string; count: number }) {
  const { address, post } = useDiscussion()
  const load = useReplies(address, useNotifyCommentFailure())
  const label = `${count} more ${count === 1 ? 'reply' : 'replies'}`
  return (
    <div className={styles.more}>
      {load.isPending ? (
        <Button small variant="soft" busy>
          {label}
        </Button>
      ) : (
        <Button
          small
          variant="soft"
          href={addressOfComment(post, commentId)}
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
