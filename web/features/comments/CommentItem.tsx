import { memo, type RefObject, useEffect, useRef } from 'react'
import type { Comment } from '../../../contract/entities/comment.ts'
import { t } from '../../../contract/texts/t.ts'
import { useViewer } from '../../data/account/initial.ts'
import { idOfComment } from '../../data/comments/commentPath.ts'
import { nameOfAuthor } from '../../data/users/authorName.ts'
import { useVoteComment } from '../../data/votes/commentVotes.ts'
import { useNavigator } from '../../router/navigator.ts'
import { Action, ActionRow } from '../../ui/buttons/ActionRow.tsx'
import { plainAct } from '../../ui/buttons/plainAct.ts'
import { classNames } from '../../ui/classNames.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { MenuButton } from '../../ui/overlays/MenuButton.tsx'
import { ShowMore } from '../../ui/text/ShowMore.tsx'
import { useDialogs } from '../dialogs/dialogs.tsx'
import { PostMedia } from '../posts/PostMedia.tsx'
import { VoteButtons } from '../voting/VoteButtons.tsx'
import styles from './Comment.module.css'
import { CommentByline } from './CommentByline.tsx'
import { isHighlighted, isNew, isRestorable, isSurelyLow, replyRefusal } from './commentFacts.ts'
import { useDiscussion } from './discussion.ts'
import { draftKey } from './draftKey.ts'
import { prefetchForms, useForms } from './useForms.ts'
import { useNotifyCommentVoteFailure } from './useNotifyCommentFailure.ts'

export interface ShownComment {
  comment: Comment
  /** Whether it or an ancestor is locked. */
  isLocked: boolean
  isCollapsed: boolean
  /** Whether its parent is above it on this page. */
  isReply: boolean
  /** Collapses or expands the text and all replies. */
  onToggle: () => void
}

const CommentBeginning = onDemand(() => import('./CommentBeginning.tsx'), { isDispensable: true })

/** One comment without its replies. */
export const CommentItem = memo(function CommentItem(shown: ShownComment) {
  const { comment, isLocked, isCollapsed, isReply, onToggle } = shown
  const { threadParams, viewerId, post, lastVisitAt, span, commentingRefusal } = useDiscussion()
  const viewer = useViewer()
  const dialogs = useDialogs()
  const refusal = replyRefusal(comment, isLocked)
  const mayReply = viewerId !== null && commentingRefusal === null && refusal === null && !comment.deleted
  const { form, open, close } = useForms(mayReply ? draftKey(viewerId, post.publicId, comment.id) : null)
  const article = useRef<HTMLElement>(null)
  useFocusWhenDeleted(article, comment.deleted)
  const author = nameOfAuthor(comment, viewer)
  return (
    <article
      ref={article}
      id={idOfComment(comment.id)}
      tabIndex={-1}
      aria-label={comment.contentStripped ? t('Deleted comment') : t('Comment by {author}', { author })}
      data-new={isNew(comment, { id: viewerId, lastVisitAt }) ? '' : undefined}
      className={classNames(
        styles.comment,
        comment.deleted && styles.deleted,
        (comment.id === threadParams.focus || isHighlighted(comment, { span, viewerId })) && styles.focused,
      )}
    >
      <header className={styles.byline}>
        {isCollapsed && comment.isAuthorMuted ? (
          <button type="button" className={styles.muted} onClick={onToggle}>
            {t('Comment by someone you muted')}
          </button>
        ) : (
          <CommentByline comment={comment} isReply={isReply}>
            {isCollapsed && comment.noReplies > 0 && (
              <span className={styles.hidden}>{countReplies(comment.noReplies)}</span>
            )}
          </CommentByline>
        )}
        <button
          type="button"
          className={styles.toggle}
          aria-label={isCollapsed ? t('Expand') : t('Collapse')}
          aria-expanded={!isCollapsed}
          onClick={onToggle}
        >
          <Icon name={isCollapsed ? 'chevron-down' : 'chevron-up'} size={16} />
        </button>
      </header>
      {isCollapsed && !comment.isAuthorMuted && !comment.deleted && (
        <CommentBeginning html={comment.bodyHtml ?? ''} />
      )}
      {!isCollapsed && (
        <>
          {form?.source != null ? (
            <form.forms.EditForm comment={comment} {...form} source={form.source} onClose={close} />
          ) : (
            <Body comment={comment} />
          )}
          {(!comment.deleted || isRestorable(comment)) && (
            <ActionRow className={styles.actions}>
              {!comment.deleted && <CommentVote comment={comment} />}
              {!comment.deleted && commentingRefusal === null && (
                <Action
                  icon="comment"
                  {...(import.meta.env.SSR && plainAct('reply', comment.id))}
                  data-key="c"
                  disabled={refusal !== null}
                  aria-label={t('Reply to {author}', { author })}
                  aria-expanded={form?.source === null}
                  onPointerEnter={prefetchForms}
                  onFocus={prefetchForms}
                  onClick={() => (viewer ? open(null) : dialogs.open('login-prompt'))}
                >
                  {t('Reply')}
                </Action>
              )}
              {!comment.deleted && refusal && <span className={styles.refusal}>{refusal}</span>}
              <CommentMenu comment={comment} onEdit={open} />
            </ActionRow>
          )}
          {form?.source === null && (
            <form.forms.ReplyForm comment={comment} name={author} {...form} onClose={close} />
          )}
        </>
      )}
    </article>
  )
})

export function CommentMenu(menu: { comment: Comment; onEdit: (source: string) => void }) {
  return (
    <MenuButton
      label={t('More')}
      {...(import.meta.env.SSR && { without: plainAct('more', menu.comment.id) })}
      load={fetchMenu}
      render={(CommentTools, menuOpen) => <CommentTools {...menu} open={menuOpen} />}
    />
  )
}

async function fetchMenu() {
  const { CommentTools } = await import('./CommentTools.tsx')
  return CommentTools
}

export const countReplies = (count: number): string =>
  t('{count, plural, one {# reply} other {# replies}}', { count })

/** The menu is removed with the deleted comment, so the focus needs another target. */
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
  // It is marked as deleted, and some viewers may still read it.
  if (comment.deleted && !comment.bodyHtml) return null
  const html = comment.bodyHtml ?? ''
  const text = <Markdown html={html} onNavigate={navigate} />
  return (
    <div className={styles.body}>
      {isSurelyLow(html, comment.depth) ? text : <ShowMore collapse="comment">{text}</ShowMore>}
      {comment.attachments && <PostMedia post={comment} placement="postPage" />}
    </div>
  )
}

export function CommentVote({ comment }: { comment: Comment }) {
  const { viewerId, isLocked, post } = useDiscussion()
  const dialogs = useDialogs()
  const { votes, press } = useVoteComment(comment, useNotifyCommentVoteFailure())
  return (
    <VoteButtons
      {...votes}
      id={comment.id}
      downvoters={post.downvoters}
      disabled={isLocked || comment.deleted}
      onPress={(up) => (viewerId === null ? dialogs.open('login-prompt') : press(up))}
    />
  )
}
