import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import { Banner } from '../../components/Banner.tsx'
import { Card } from '../../components/Card.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Link } from '../../components/Link.tsx'
import { LoadMore } from '../../components/LoadMore.tsx'
import { useWriteComment } from '../../data/comments.ts'
import { buildTree } from '../../data/commentTree.ts'
import { useInitial } from '../../data/initial.ts'
import { addressOfPost } from '../../data/post.ts'
import { type ThreadAddress, threadQuery, useMoreComments } from '../../data/thread.ts'
import { useDialogs } from '../../shell/dialogs.tsx'
import { CommentBranch } from './CommentBranch.tsx'
import { CommentForm } from './CommentForm.tsx'
import styles from './Comments.module.css'
import { idOfComment } from './commentAddress.ts'
import { closedReason } from './commentFacts.ts'
import { type Discussion, DiscussionContext } from './discussion.ts'
import { useNotifyCommentFailure } from './useNotifyCommentFailure.ts'
import { useRememberedHeights } from './useRememberedHeights.ts'

/** The discussion of a post, or the part of it that the address names. */
export function Comments({ post, address }: { post: Post; address: ThreadAddress }) {
  const { data: thread } = useSuspenseQuery(threadQuery(address))
  const tree = useMemo(() => buildTree(thread.comments, thread.written), [thread])
  const discussion = useDiscussionOf(post, address)
  const load = useMoreComments(address, useNotifyCommentFailure())
  const list = useRef<HTMLUListElement>(null)
  useRememberedHeights(list)
  useFocusOnWritten(thread.written)
  const isPart = address.from !== null || address.focus !== null
  return (
    <DiscussionContext value={discussion}>
      <Card as="section" id="comments" className={styles.card} aria-label="Comments">
        {isPart ? <WayBack post={post} isFocused={address.focus !== null} /> : <CommentBox post={post} />}
        {tree.length === 0 ? (
          <EmptyState
            icon="comment"
            title={discussion.closedReason === null ? 'No comments yet' : 'No comments'}
            {...(discussion.closedReason === null && { text: 'Be the first to say something.' })}
          />
        ) : (
          <ul ref={list} className={thread.comments.length > manyComments ? styles.manyComments : undefined}>
            {tree.map((node) => (
              <CommentBranch key={node.comment.id} node={node} />
            ))}
          </ul>
        )}
        {thread.next !== null && (
          <LoadMore
            label={moreLabel(address.from === null ? post.noComments - thread.comments.length : null)}
            href={`${addressOfPost(post)}?${new URLSearchParams({ next: thread.next })}`}
            busy={load.isPending}
            onLoad={() => thread.next !== null && load.mutate(thread.next)}
          />
        )}
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

function useDiscussionOf(post: Post, address: ThreadAddress): Discussion {
  const { user, bannedFrom } = useInitial()
  const { publicId, communityId, communityName, userId, userGhostId, lastVisitAt, locked } = post
  const { from, focus } = address
  const viewerId = user?.id ?? null
  const reason = closedReason(post, bannedFrom)
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
      viewerId,
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
      viewerId,
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

/** Where members begin a comment; says why when they cannot. */
function CommentBox({ post }: { post: Post }) {
  const { user, bannedFrom } = useInitial()
  const dialogs = useDialogs()
  const write = useWriteComment(post)
  const [isOpen, setIsOpen] = useState(false)
  const opener = useFocusWhenClosed(isOpen)
  const reason = closedReason(post, bannedFrom)
  if (reason) return <Banner icon={post.locked ? 'lock' : 'info'}>{reason}</Banner>
  if (isOpen)
    return (
      <CommentForm
        label="Comment"
        placeholder="Add a comment"
        submitLabel="Comment"
        onSubmit={(body) => write.mutateAsync({ parentId: null, body })}
        onClose={() => setIsOpen(false)}
      />
    )
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        onClick={() => (user ? setIsOpen(true) : dialogs.open('login-prompt'))}
      >
        Add a comment
      </button>
      <noscript>
        <p className={styles.note}>
          {user ? 'Writing comments needs JavaScript.' : 'Log in with JavaScript switched on to comment.'}
        </p>
      </noscript>
    </>
  )
}

/** What opened a form and made room for it gets the focus back when it is there again. */
function useFocusWhenClosed(isOpen: boolean) {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
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
