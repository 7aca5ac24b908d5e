import { useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import { limits } from '../../../contract/limits.ts'
import { Card } from '../../components/Card.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Link } from '../../components/Link.tsx'
import { LoadMore } from '../../components/LoadMore.tsx'
import { buildTree, countComments } from '../../data/commentTree.ts'
import { useInitial } from '../../data/initial.ts'
import { addressOfPost } from '../../data/post.ts'
import { officesIn } from '../../data/roles.ts'
import { type ThreadAddress, threadQuery, useMoreComments } from '../../data/thread.ts'
import { useShown } from '../../navigation.ts'
import { CommentBox } from './CommentBox.tsx'
import { Branches, later } from './CommentBranch.tsx'
import styles from './Comments.module.css'
import { idOfComment } from './commentAddress.ts'
import { closedReason, highlightedSpan } from './commentFacts.ts'
import { type Discussion, DiscussionContext } from './discussion.ts'
import { useDrawing } from './useDrawing.ts'
import { useNotifyCommentFailure } from './useNotifyCommentFailure.ts'
import { useRememberedHeights } from './useRememberedHeights.ts'

/** The discussion of a post, or the part of it that the address names. */
export function Comments({ post, address }: { post: Post; address: ThreadAddress }) {
  const { data } = useSuspenseQuery(threadQuery(address))
  // Thousands of comments are made ready in slices, between which the page still answers.
  const thread = useDeferredValue(data)
  const tree = useMemo(() => buildTree(thread.comments, thread.written), [thread])
  const total = countComments(tree)
  const drawing = useDrawing(total, address.focus === null ? 1 : limits.commentMaxDepth + 1)
  const discussion = useDiscussionOf(post, address, drawing.isWhole)
  const load = useMoreComments(address, useNotifyCommentFailure())
  useRememberedHeights(drawing.frame, tree)
  useFocusOnWritten(thread.written)
  const isPart = address.from !== null || address.focus !== null
  return (
    <DiscussionContext value={discussion}>
      <Card as="section" id="comments" className={styles.card} aria-label="Comments">
        {isPart ? <WayBack post={post} isFocused={address.focus !== null} /> : <CommentBox />}
        {tree.length === 0 && (
          <EmptyState
            icon="comment"
            title={discussion.closedReason === null ? 'No comments yet' : 'No comments'}
            {...(discussion.closedReason === null && { text: 'Be the first to say something.' })}
          />
        )}
        <div
          ref={drawing.frame}
          className={total > manyComments ? styles.manyComments : undefined}
          data-drawing={drawing.isComplete ? undefined : ''}
        >
          {tree.length > 0 && (
            <Branches nodes={tree} room={drawing.room} phoneRoom={drawing.phoneRoom} isLockedAbove={false} />
          )}
          {thread.next !== null && (drawing.isWhole || drawing.isComplete) && (
            <div className={later(drawing.room >= total, drawing.phoneRoom >= total)}>
              <LoadMore
                label={moreLabel(address.from === null ? post.noComments - thread.comments.length : null)}
                href={`${addressOfPost(post)}?${new URLSearchParams({ next: thread.next })}`}
                busy={load.isPending || thread !== data}
                onLoad={() => thread.next !== null && load.mutate(thread.next)}
              />
            </div>
          )}
        </div>
      </Card>
    </DiscussionContext>
  )
}

/** Beyond this the browser is told to leave out what is far from the viewport. */
const manyComments = 250

function moreLabel(count: number | null): string {
  if (count === null || count < 1) return 'More comments'
  return `${count} more ${count === 1 ? 'comment' : 'comments'}`
}

function useDiscussionOf(post: Post, address: ThreadAddress, isWhole: boolean): Discussion {
  const { user, bannedFrom } = useInitial()
  const { publicId, communityId, communityName, userId, userGhostId, lastVisitAt, locked } = post
  const { from, focus } = address
  const viewerId = user?.id ?? null
  const isAdmin = user?.isAdmin === true
  const isModerator = post.community?.userMod === true
  const reason = closedReason(post, bannedFrom)
  const { search } = useShown()
  return useMemo(
    () => ({
      address: { publicId, from, focus },
      post: {
        publicId,
        communityId,
        communityName,
        userId,
        ...(userGhostId !== undefined && { userGhostId }),
      },
      lastVisitAt,
      span: highlightedSpan(new URLSearchParams(search)),
      viewerId,
      offices: officesIn({ userMod: isModerator }, viewerId === null ? null : { isAdmin }),
      isWhole,
      closedReason: reason,
      isLocked: locked,
    }),
    [
      publicId,
      from,
      focus,
      communityId,
      communityName,
      userId,
      userGhostId,
      lastVisitAt,
      search,
      viewerId,
      isAdmin,
      isModerator,
      isWhole,
      reason,
      locked,
    ],
  )
}

/** Takes the focus, and with it the eye, to what was just written. */
function useFocusOnWritten(written: readonly string[]) {
  const latest = written.at(-1)
  const known = useRef(latest)
  useEffect(() => {
    if (latest === undefined || latest === known.current) return
    known.current = latest
    document.getElementById(idOfComment(latest))?.focus()
  }, [latest])
}

/** Stands where the comment box would, on pages that show a part of the discussion. */
function WayBack({ post, isFocused }: { post: Post; isFocused: boolean }) {
  return (
    <p className={styles.wayBack}>
      {isFocused ? 'You are looking at one comment and what belongs to it.' : 'These are later comments.'}{' '}
      <Link href={`${addressOfPost(post)}#comments`}>View all comments</Link>
    </p>
  )
}
