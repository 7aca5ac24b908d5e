import type { ReactNode } from 'react'
import type { Comment } from '../../../contract/entities/comment.ts'
import { nameOfSpeaker } from '../../../contract/speaker.ts'
import { t } from '../../../contract/texts/t.ts'
import { idOfComment, pathOfComment } from '../../data/comments/commentPath.ts'
import { isVisiblyEdited } from '../../data/posts/edited.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { AuthorLink } from '../authors/AuthorLink.tsx'
import { BadgeMarks } from '../authors/BadgeMarks.tsx'
import { UserAvatar } from '../authors/UserAvatar.tsx'
import { Marks } from '../postActions/PostTags.tsx'
import styles from './Comment.module.css'
import { deletedBy, isByPostAuthor, isNew } from './commentFacts.ts'
import { useDiscussion } from './discussion.ts'

/** Author, labels and time of a comment; the time links to it. */
export function CommentByline({
  comment,
  isReply = false,
  children,
}: {
  comment: Comment
  isReply?: boolean
  children?: ReactNode
}) {
  const discussion = useDiscussion()
  const isStripped = comment.contentStripped === true
  const deletion = deletedBy(comment)
  const isEdited = isVisiblyEdited(comment) && !comment.deleted
  return (
    <>
      {!deletion && (
        <span className={styles.avatar}>
          <UserAvatar
            username={
              comment.isByCommunity
                ? nameOfSpeaker(comment.username)
                : comment.userDeleted
                  ? '?'
                  : comment.username
            }
            isCommunity={comment.isByCommunity}
            picture={comment.authorPicture}
          />
        </span>
      )}
      <span className={styles.facts}>
        {deletion && <span>{deletion}</span>}
        {!isStripped && <AuthorLink item={comment} className={styles.author} />}
        <BadgeMarks types={comment.authorBadges} />
        {isByPostAuthor(comment, discussion.post) && <Tag>{t('Author')}</Tag>}
        {comment.userGroup === 'mods' && <Tag>{comment.isByCommunity ? t('Moderators') : t('Mod')}</Tag>}
        {comment.userGroup === 'admins' && <Tag>{t('Admin')}</Tag>}
        <Marks {...comment} />
        {comment.locked && !comment.deleted && (
          <Tag tone="neutral" icon="lock">
            {t('Locked')}
          </Tag>
        )}
        {isNew(comment, { id: discussion.viewerId, lastVisitAt: discussion.lastVisitAt }) && (
          <Tag tone="new">{t('New')}</Tag>
        )}
        <Link href={pathOfComment(discussion.post, comment.id)} className={styles.time}>
          <Time at={comment.createdAt} />
        </Link>
        {isEdited && comment.editedAt && (
          <button type="button" className={styles.edited} data-edits={`comments/${comment.id}`}>
            {t('Edited')} <Time at={comment.editedAt} />
          </button>
        )}
        {isReply && (
          <a
            href={`#${idOfComment(comment.parentId ?? '')}`}
            className={styles.parent}
            data-key="g"
            aria-label={t('Go to parent')}
            title={t('Go to parent')}
          >
            <Icon name="parent" size={14} />
          </a>
        )}
        {children}
      </span>
    </>
  )
}
