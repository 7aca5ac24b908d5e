import { memo, type RefObject, useEffect, useRef, useState } from 'react'
import type { Comment } from '../../../contract/entities/comment.ts'
import { classNames } from '../../components/classNames.ts'
import { Icon } from '../../components/icons/Icon.tsx'
import { Markdown } from '../../components/Markdown.tsx'
import { ShowMore } from '../../components/ShowMore.tsx'
import { VoteButtons } from '../../components/VoteButtons.tsx'
import { useEditComment, useVoteComment, useWriteComment } from '../../data/comments.ts'
import { useViewer } from '../../data/initial.ts'
import { useNavigator } from '../../navigation.ts'
import { useDialogs } from '../../shell/dialogs.tsx'
import styles from './Comment.module.css'
import { CommentByline, nameOfAuthor } from './CommentByline.tsx'
import { CommentForm } from './CommentForm.tsx'
import { idOfComment } from './commentAddress.ts'
import { replyHindrance, voteRefusals } from './commentFacts.ts'
import { useDiscussion } from './discussion.ts'
import { OwnCommentMenu } from './OwnCommentMenu.tsx'
import { useNotifyCommentFailure } from './useNotifyCommentFailure.ts'

interface ShownComment {
  comment: Comment
  isCollapsed: boolean
  /** Hides or shows the text and all replies. The same function every time, so that only what changed renders. */
  onToggle: () => void
}

/** One comment without its replies. */
export const CommentItem = memo(function CommentItem({ comment, isCollapsed, onToggle }: ShownComment) {
  const { address, viewerId, closedReason } = useDiscussion()
  const viewer = useViewer()
  const dialogs = useDialogs()
  const [form, setForm] = useState<null | 'reply' | { edit: string }>(null)
  const isOwn = viewerId !== null && comment.userId === viewerId && !comment.deleted
  const hindrance = replyHindrance(comment)
  const article = useRef<HTMLElement>(null)
  useFocusWhenDeleted(article, comment.deleted)
  const name = comment.contentStripped ? 'Deleted comment' : `Comment by ${nameOfAuthor(comment, viewer)}`
  return (
    <article
      ref={article}
      id={idOfComment(comment.id)}
      tabIndex={-1}
      aria-label={name}
      className={classNames(styles.comment, comment.id === address.focus && styles.focused)}
    >
      <header className={styles.byline}>
        <CommentByline comment={comment} />
        {isCollapsed && comment.noReplies > 0 && (
          <span className={styles.hidden}>{countReplies(comment.noReplies)}</span>
        )}
        <button
          type="button"
          className={styles.toggle}
          aria-label={isCollapsed ? 'Expand' : 'Collapse'}
          aria-expanded={!isCollapsed}
          onClick={onToggle}
        >
          <Icon name={isCollapsed ? 'chevron-down' : 'chevron-up'} size={16} />
        </button>
      </header>
      {!isCollapsed && (
        <>
          {form !== null && form !== 'reply' ? (
            <EditForm comment={comment} source={form.edit} onClose={() => setForm(null)} />
          ) : (
            <Body comment={comment} />
          )}
          <div className={styles.actions}>
            <CommentVote comment={comment} />
            {!comment.deleted && closedReason === null && (
              <button
                type="button"
                className={styles.action}
                disabled={hindrance !== null}
                aria-expanded={form === 'reply'}
                onClick={() => (viewer ? setForm('reply') : dialogs.open('login-prompt'))}
              >
                <Icon name="comment" />
                Reply
              </button>
            )}
            {!comment.deleted && hindrance && <span className={styles.hindrance}>{hindrance}</span>}
            {isOwn && <OwnCommentMenu comment={comment} onEdit={(source) => setForm({ edit: source })} />}
          </div>
          {form === 'reply' && (
            <ReplyForm comment={comment} name={nameOfAuthor(comment, viewer)} onClose={() => setForm(null)} />
          )}
        </>
      )}
    </article>
  )
})

export const countReplies = (count: number) => `${count} ${count === 1 ? 'reply' : 'replies'}`

/** With a deleted comment its menu goes, and the focus must not be lost with it. */
function useFocusWhenDeleted(article: RefObject<HTMLElement | null>, isDeleted: boolean) {
  const wasDeleted = useRef(isDeleted)
  useEffect(() => {
    if (isDeleted && !wasDeleted.current && document.activeElement === document.body)
      article.current?.focus({ preventScroll: true })
    wasDeleted.current = isDeleted
  }, [article, isDeleted])
}

function Body({ comment }: { comment: Comment }) {
  const { navigate } = useNavigator()
  // An author's own deletion erases the text for everybody.
  if (comment.deleted && !comment.bodyHtml) return <p className={styles.gone}>[Deleted comment]</p>
  return (
    <div className={styles.body}>
      <ShowMore collapse="comment">
        <Markdown html={comment.bodyHtml ?? ''} onNavigate={navigate} />
      </ShowMore>
    </div>
  )
}

function CommentVote({ comment }: { comment: Comment }) {
  const { viewerId, isLocked } = useDiscussion()
  const dialogs = useDialogs()
  const { votes, press } = useVoteComment(comment, useNotifyCommentFailure(voteRefusals))
  return (
    <VoteButtons
      {...votes}
      disabled={isLocked || comment.deleted}
      onPress={(up) => (viewerId === null ? dialogs.open('login-prompt') : press(up))}
    />
  )
}

function ReplyForm({ comment, name, onClose }: { comment: Comment; name: string; onClose: () => void }) {
  const { post } = useDiscussion()
  const write = useWriteComment(post)
  return (
    <CommentForm
      label={`Reply to ${name}`}
      placeholder="Add a reply"
      submitLabel="Reply"
      onSubmit={(body) => write.mutateAsync({ parentId: comment.id, body })}
      onClose={onClose}
    />
  )
}

function EditForm({ comment, source, onClose }: { comment: Comment; source: string; onClose: () => void }) {
  const edit = useEditComment(comment)
  return (
    <CommentForm
      label="Your comment"
      submitLabel="Save"
      initial={source}
      onSubmit={(body) => edit.mutateAsync(body)}
      onClose={onClose}
    />
  )
}
