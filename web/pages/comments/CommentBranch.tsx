import { type MouseEvent, memo, useRef, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { classNames } from '../../components/classNames.ts'
import { type CommentNode, shareRoom } from '../../data/commentTree.ts'
import { useReplies } from '../../data/thread.ts'
import styles from './Comment.module.css'
import { CommentItem, countReplies } from './CommentItem.tsx'
import { useCollapsed } from './collapsed.ts'
import { addressOfComment } from './commentAddress.ts'
import { useDiscussion } from './discussion.ts'
import { slicesOf } from './slices.ts'
import { useNotifyCommentFailure } from './useNotifyCommentFailure.ts'

/** From this depth on there is no room for an avatar beside each comment. */
const tightFromDepth = 5

interface Branch {
  node: CommentNode
  /** How many comments of the branch are drawn, in the order in which they are read; Infinity for all. */
  room: number
  /** The same for phones. They differ as long as nobody knows which of the two this is. */
  phoneRoom: number
  /** Whether a comment above is closed for replies. */
  isLockedAbove: boolean
}

/** A comment with everything below it. */
export const CommentBranch = memo(function CommentBranch({ node, room, phoneRoom, isLockedAbove }: Branch) {
  const { comment, replies, missing, size } = node
  const { isWhole } = useDiscussion()
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
        later(room > 0, phoneRoom > 0),
      )}
    >
      <CommentItem comment={comment} isLocked={isLocked} isCollapsed={isCollapsed} onToggle={toggle} />
      {hasReplies && (isWhole || room > 1) && wasExpanded && (
        // Kept while it is collapsed: taking a thousand comments away and making them anew would take its time.
        <div className={styles.below} hidden={isCollapsed}>
          {/* A larger thing to hit for pointers; the keyboard has the button beside the name. */}
          <button
            type="button"
            className={styles.line}
            aria-hidden="true"
            tabIndex={-1}
            title="Collapse"
            onClick={() => {
              toggle()
              // The line is as long as the thread; what is left of that must not end up above the window.
              requestAnimationFrame(() =>
                item.current?.firstElementChild?.scrollIntoView({ block: 'nearest' }),
              )
            }}
          />
          <div className={styles.replies}>
            <Branches nodes={replies} room={room - 1} phoneRoom={phoneRoom - 1} isLockedAbove={isLocked} />
            {missing > 0 && (isWhole || room >= size) && (
              <MoreReplies
                commentId={comment.id}
                count={missing}
                className={later(room >= size, phoneRoom >= size)}
              />
            )}
          </div>
        </div>
      )}
    </li>
  )
})

interface Branches extends Omit<Branch, 'node'> {
  nodes: readonly CommentNode[]
}

/** Branches one below the other, as far as there is room. Long lists come in slices, see `slicesOf`. */
export function Branches({ nodes, room, phoneRoom, isLockedAbove }: Branches) {
  const { isWhole } = useDiscussion()
  const slices = slicesOf(nodes)
  const rooms = shareRoom(nodes, room)
  const phoneRooms = shareRoom(nodes, phoneRoom)
  const isDrawn = (place: number) => isWhole || (rooms[place] ?? 0) > 0
  let sliceStart = 0
  return slices.map(({ key, threads }) => {
    const start = sliceStart
    sliceStart += threads.length
    if (!isDrawn(start)) return null
    return (
      <ul key={key} data-slice={slices.length > 1 || undefined}>
        {threads.map(
          (node, place) =>
            isDrawn(start + place) && (
              <CommentBranch
                key={node.comment.id}
                node={node}
                room={rooms[start + place] ?? 0}
                phoneRoom={phoneRooms[start + place] ?? 0}
                isLockedAbove={isLockedAbove}
              />
            ),
        )}
      </ul>
    )
  })
}

/** Hides what is in the document but is not to be drawn yet, here or on phones. */
export function later(isDrawn: boolean, isDrawnOnPhones: boolean): string | undefined {
  if (!isDrawn) return styles.later
  return isDrawnOnPhones ? undefined : styles.laterOnPhones
}

interface MoreReplies {
  commentId: string
  count: number
  className: string | undefined
}

/** Asks for the replies that are not there yet; without JavaScript, the page of the comment has them all. */
function MoreReplies({ commentId, count, className }: MoreReplies) {
  const { address, post } = useDiscussion()
  const load = useReplies(address, useNotifyCommentFailure())
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
