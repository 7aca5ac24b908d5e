import { useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { idOfComment, pathOfComment } from '../../data/comments/commentPath.ts'
import { aroundFocus, buildTree, countComments, type LatestNodes } from '../../data/comments/commentTree.ts'
import { isPart, threadQuery, useMoreComments, useReplies } from '../../data/comments/thread.ts'
import type { Thread, ThreadParams } from '../../data/comments/threadChanges.ts'
import { pathOfPost } from '../../data/posts/postPath.ts'
import { rolesIn, rolesOn } from '../../data/users/roles.ts'
import { useShownPage } from '../../router/page.ts'
import { LoadMore } from '../../ui/buttons/LoadMore.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { CommentBox } from './CommentBox.tsx'
import { Branches, hiddenBeyondBudget } from './CommentBranch.tsx'
import styles from './Comments.module.css'
import { commentingRefusal, highlightedSpan } from './commentFacts.ts'
import { type Discussion, DiscussionContext, LoadRepliesContext } from './discussion.ts'
import { ThreadBar } from './ThreadBar.tsx'
import { useNotifyCommentFailure } from './useNotifyCommentFailure.ts'
import { useRememberedHeights } from './useRememberedHeights.ts'
import { useRenderBudget } from './useRenderBudget.ts'

const ThreadTools = onDemand(() => import('./ThreadTools.tsx'))

/** The discussion of a post, or the part of it that the URL selects. */
export function Comments({ post, threadParams }: { post: Post; threadParams: ThreadParams }) {
  const { data } = useSuspenseQuery(threadQuery(threadParams))
  // Deferred: rendering thousands of comments must not block presses and typing.
  const thread = useDeferredValue(data)
  const { nodes: tree, above, total } = useMemo(() => wholeTree(thread), [thread])
  // A focused comment comes after its ancestors, and must be among those rendered at once.
  const rendering = useRenderBudget(total, threadParams.focus === null ? 1 : limits.commentMaxDepth + 1)
  const discussion = useDiscussionOf(post, threadParams, rendering.isServerRendered)
  const notifyFailure = useNotifyCommentFailure()
  const load = useMoreComments(threadParams, notifyFailure)
  const { mutateAsync: loadReplies } = useReplies(threadParams, notifyFailure)
  useRememberedHeights(rendering.frame, tree)
  useFocusOnWritten(thread.written)
  const hasTools = threadParams.focus === null && post.noComments > 1
  return (
    <DiscussionContext value={discussion}>
      <Card as="section" id="comments" className={styles.card} aria-label={t('Comments')}>
        {isPart(threadParams) ? (
          <WayBack post={post} above={above} isFocused={threadParams.focus !== null} />
        ) : (
          <CommentBox />
        )}
        {hasTools && <ThreadBar path={pathOfPost(post)} post={post} />}
        {total === 0 && (
          <EmptyState
            icon="comment"
            title={discussion.commentingRefusal === null ? t('No comments yet') : t('No comments')}
            {...(discussion.commentingRefusal === null && { text: t('Be the first to say something.') })}
          />
        )}
        <div
          ref={rendering.frame}
          className={post.noComments > manyComments ? styles.manyComments : undefined}
          data-threads=""
          data-incremental={rendering.isComplete ? undefined : ''}
        >
          {total > 0 && (
            <LoadRepliesContext value={loadReplies}>
              <Branches
                nodes={tree}
                level={0}
                budget={rendering.budget}
                phoneBudget={rendering.phoneBudget}
                isLockedAbove={above.some(({ locked }) => locked)}
              />
            </LoadRepliesContext>
          )}
          {thread.next !== null && (rendering.isServerRendered || rendering.isComplete) && (
            <div className={hiddenBeyondBudget(rendering.budget >= total, rendering.phoneBudget >= total)}>
              <LoadMore
                label={moreLabel(
                  threadParams.from === null ? post.noComments - thread.comments.length : null,
                )}
                href={`${pathOfPost(post)}?sort=${threadParams.sort}&next=${thread.next}`}
                busy={load.isPending || thread !== data}
                onLoad={() => thread.next !== null && load.mutate(thread.next)}
              />
            </div>
          )}
        </div>
        {hasTools && (
          <ThreadTools newComments={post.newComments} ids={tree.map(({ comment }) => comment.id)} />
        )}
      </Card>
    </DiscussionContext>
  )
}

/** The server builds each tree once. */
const latestNodes: LatestNodes | null = import.meta.env.SSR ? null : new WeakMap()

/** The comments of a thread as a tree, those above it that are left out, and how many are loaded. */
function wholeTree({ comments, written, focus, nextReplies }: Thread) {
  const whole = buildTree(comments, { first: written, nextReplies: nextReplies ?? {}, latest: latestNodes })
  const tree = focus === null ? { nodes: whole, above: [] } : aroundFocus(whole, focus)
  return { ...tree, total: countComments(tree.nodes) }
}

/** Beyond this `content-visibility` skips what is far from the viewport: from the start, because what is on screen would count as shifted. */
const manyComments = 250

function moreLabel(count: number | null): string {
  if (count === null || count < 1) return t('More comments')
  return t('{count, plural, one {# more comment} other {# more comments}}', { count })
}

function useDiscussionOf(post: Post, threadParams: ThreadParams, isServerRendered: boolean): Discussion {
  const initial = useInitial()
  const { user, bans } = initial
  const { publicId, communityId, communityName, userId, userGhostId, downvoters, lastVisitAt, locked } = post
  const { sort, from, focus } = threadParams
  const viewerId = user?.id ?? null
  const isAdmin = user?.isAdmin === true
  const { isModerator } = rolesOn(post, initial)
  const refusal = commentingRefusal(post, bans)
  const { search } = useShownPage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it reads of the objects.
  return useMemo(
    () => ({
      threadParams: { publicId, sort, from, focus },
      post: {
        publicId,
        communityId,
        communityName,
        userId,
        ...(userGhostId !== undefined && { userGhostId }),
        ...(downvoters && { downvoters }),
      },
      lastVisitAt,
      viewerId,
      span: highlightedSpan(new URLSearchParams(search)),
      roles: rolesIn({ userMod: isModerator }, user),
      isServerRendered,
      commentingRefusal: refusal,
      isLocked: locked,
    }),
    [
      publicId,
      sort,
      from,
      focus,
      communityId,
      communityName,
      userId,
      userGhostId,
      downvoters,
      lastVisitAt,
      search,
      viewerId,
      isAdmin,
      isModerator,
      isServerRendered,
      refusal,
      locked,
    ],
  )
}

/** Focuses the new comment and scrolls to it. */
function useFocusOnWritten(written: readonly string[]) {
  const latest = written.at(-1)
  const known = useRef(latest)
  useEffect(() => {
    if (latest === undefined || latest === known.current) return
    known.current = latest
    document.getElementById(idOfComment(latest))?.focus()
  }, [latest])
}

/** Replaces the comment box on pages that show a part of the discussion. */
function WayBack({
  post,
  above,
  isFocused,
}: {
  post: Post
  /** The comments above that are not shown. */
  above: readonly Comment[]
  isFocused: boolean
}) {
  const nearest = above.at(-1)
  return (
    <p className={styles.wayBack}>
      {isFocused ? t("You're viewing a single thread.") : t("You're viewing later comments.")}{' '}
      <Link href={`${pathOfPost(post)}#comments`}>{t('View all comments')}</Link>
      {nearest && (
        <>
          {' · '}
          <Link href={pathOfComment(post, nearest.id)}>{t('View parent comments')}</Link>
        </>
      )}
    </p>
  )
}
