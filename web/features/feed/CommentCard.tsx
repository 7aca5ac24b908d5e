import { useMemo } from 'react'
import type { Comment } from '../../../contract/entities/comment.ts'
import { t } from '../../../contract/texts/t.ts'
import { InitialContext, useInitial } from '../../data/account/initial.ts'
import { commentState, initialOfFacts, viewerFacts } from '../../data/account/viewerFacts.ts'
import { pathOfComment } from '../../data/comments/commentPath.ts'
import { pathOfPost } from '../../data/posts/postPath.ts'
import { nameOfAuthor } from '../../data/users/authorName.ts'
import { rolesIn } from '../../data/users/roles.ts'
import { useNavigator } from '../../router/navigator.ts'
import { Action, ActionRow } from '../../ui/buttons/ActionRow.tsx'
import { classNames } from '../../ui/classNames.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import { CachedMarkup } from '../../ui/markup/CachedMarkup.tsx'
import { Avatar } from '../../ui/media/Avatar.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { ShowMore } from '../../ui/text/ShowMore.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import commentStyles from '../comments/Comment.module.css'
import { CommentByline } from '../comments/CommentByline.tsx'
import { CommentMenu, CommentVote } from '../comments/CommentItem.tsx'
import { isSurelyLow } from '../comments/commentFacts.ts'
import { type Discussion, DiscussionContext } from '../comments/discussion.ts'
import { useForms } from '../comments/useForms.ts'
import { PostMedia } from '../posts/PostMedia.tsx'
import styles from './CommentCard.module.css'

function SharedCommentCard({ comment }: { comment: Comment }) {
  const initial = useInitial()
  return (
    <CachedMarkup
      name="comment card"
      items={[comment]}
      facts={{ state: commentState(comment), viewer: viewerFacts(comment, initial) }}
      render={([shared = comment], { state, viewer }) => (
        <InitialContext value={initialOfFacts(viewer, shared)}>
          <LiveCommentCard comment={{ ...shared, ...state }} />
        </InitialContext>
      )}
    >
      <LiveCommentCard comment={comment} />
    </CachedMarkup>
  )
}

/** A comment outside of its discussion, with the title of its post. The server shares its markup between viewers. */
export const CommentCard = import.meta.env.SSR ? SharedCommentCard : LiveCommentCard

function LiveCommentCard({ comment }: { comment: Comment }) {
  const { user } = useInitial()
  const discussion = useDiscussionOf(comment)
  const { form, open, close } = useForms(null)
  const { post } = discussion
  const path = pathOfComment(post, comment.id)
  return (
    <DiscussionContext value={discussion}>
      <Card
        as="article"
        className={styles.comment}
        aria-label={t('Comment by {author}', { author: nameOfAuthor(comment, user) })}
      >
        <p className={styles.place}>
          <Link href={`/${comment.communityName}`} className={styles.community}>
            <Avatar name={comment.communityName} square size="small" src={comment.communityPicture} />
            {comment.communityName}
          </Link>
          {comment.postDeleted && <Tag tone="danger">{t('Post deleted')}</Tag>}
        </p>
        <h2 className={styles.title} dir="auto">
          <Link href={pathOfPost(post)}>{isolated(comment.postTitle)}</Link>
        </h2>
        <header className={classNames(commentStyles.tight, styles.byline)}>
          <CommentByline comment={comment} />
        </header>
        {form?.source != null ? (
          <form.forms.EditForm comment={comment} {...form} source={form.source} onClose={close} />
        ) : (
          <Body comment={comment} />
        )}
        <ActionRow className={styles.actions}>
          <CommentVote comment={comment} />
          <Action icon="comment" href={path} data-key="o">
            {t('Open')}
          </Action>
          {!comment.deleted && <CommentMenu comment={comment} onEdit={open} />}
        </ActionRow>
      </Card>
    </DiscussionContext>
  )
}

function Body({ comment }: { comment: Comment }) {
  const { navigate } = useNavigator()
  if (!comment.bodyHtml) return <p className={styles.gone}>{t('[Deleted comment]')}</p>
  const text = <Markdown html={comment.bodyHtml} onNavigate={navigate} />
  return (
    <>
      {isSurelyLow(comment.bodyHtml, 0) ? text : <ShowMore collapse="comment">{text}</ShowMore>}
      {comment.attachments && <PostMedia post={comment} placement="feed" />}
    </>
  )
}

/** The context that the components of a comment need, with what is known outside of the discussion. */
function useDiscussionOf(comment: Comment): Discussion {
  const { user, moderates } = useInitial()
  const { communityId, communityName, postPublicId: publicId } = comment
  return useMemo(
    () => ({
      threadParams: { publicId, sort: 'best', from: null, focus: null },
      // The API does not say who wrote the post.
      post: { publicId, communityId, communityName, userId: '' },
      lastVisitAt: null,
      span: null,
      viewerId: user?.id ?? null,
      roles: rolesIn({ userMod: moderates?.includes(communityId) ?? false }, user),
      isServerRendered: true,
      commentingRefusal: null,
      isLocked: false,
    }),
    [publicId, communityId, communityName, user, moderates],
  )
}
