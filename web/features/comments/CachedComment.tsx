import { InitialContext, useInitial } from '../../data/account/initial.ts'
import { commentState, initialOfFacts, viewerFacts } from '../../data/account/viewerFacts.ts'
import { CachedMarkup } from '../../ui/markup/CachedMarkup.tsx'
import { CommentItem, type ShownComment } from './CommentItem.tsx'
import { isHighlighted, isNew } from './commentFacts.ts'
import { type Discussion, DiscussionContext, useDiscussion } from './discussion.ts'

const longAgo = new Date(0).toISOString()

/** A comment of a discussion, whose markup the server shares between viewers to whom it looks the same; browsers keep none. */
export const CachedComment = import.meta.env.SSR ? SharedComment : CommentItem

function SharedComment(shown: ShownComment) {
  const discussion = useDiscussion()
  const initial = useInitial()
  return (
    <CachedMarkup
      name="comment"
      items={[shown.comment]}
      facts={factsOf(shown, discussion, viewerFacts(itemOf(shown, discussion), initial))}
      render={([shared = shown.comment], facts) => (
        <InitialContext value={initialOfFacts(facts.viewer, itemOf({ comment: shared }, facts))}>
          <DiscussionContext value={discussionOf(shared, facts)}>
            <CommentItem comment={{ ...shared, ...facts.state }} {...facts.shown} onToggle={() => {}} />
          </DiscussionContext>
        </InitialContext>
      )}
    >
      <CommentItem {...shown} />
    </CachedMarkup>
  )
}

const itemOf = ({ comment }: Pick<ShownComment, 'comment'>, { post }: Pick<Discussion, 'post'>) => ({
  userId: comment.userId,
  communityId: post.communityId,
})

type Facts = ReturnType<typeof factsOf>

function factsOf(
  { comment, isLocked, isCollapsed, isReply }: ShownComment,
  {
    post,
    threadParams,
    span,
    viewerId,
    lastVisitAt,
    commentingRefusal,
    isLocked: areVotesClosed,
  }: Discussion,
  viewer: ReturnType<typeof viewerFacts>,
) {
  return {
    shown: { isLocked, isCollapsed, isReply },
    state: commentState(comment),
    viewer,
    post,
    commentingRefusal,
    areVotesClosed,
    isNew: isNew(comment, { id: viewerId, lastVisitAt }),
    isFocused: comment.id === threadParams.focus || isHighlighted(comment, { span, viewerId }),
  }
}

/** A discussion that contains only the facts, so that nothing else gets into shared markup. */
function discussionOf(
  { id, userId }: ShownComment['comment'],
  { viewer, post, commentingRefusal, areVotesClosed, isNew, isFocused }: Facts,
): Discussion {
  return {
    // Without the order, because a comment without its replies is the same in all orders.
    threadParams: { publicId: post.publicId, sort: 'best', from: null, focus: isFocused ? id : null },
    post,
    lastVisitAt: isNew ? longAgo : null,
    span: null,
    viewerId: viewer && (viewer.isAuthor ? userId : ''),
    roles: [],
    isServerRendered: true,
    commentingRefusal,
    isLocked: areVotesClosed,
  }
}
