import type { Comment } from '../../../contract/entities/comment.ts'
import { Link } from '../../components/Link.tsx'
import { Tag } from '../../components/Tag.tsx'
import { Time } from '../../components/Time.tsx'
import { isVisiblyEdited } from '../../data/edited.ts'
import { AuthorLink } from '../authors/AuthorLink.tsx'
import { BadgeMarks } from '../authors/BadgeMarks.tsx'
import { UserAvatar } from '../authors/UserAvatar.tsx'
import styles from './Comment.module.css'
import { addressOfComment } from './commentAddress.ts'
import { deletedBy, isByPostAuthor, isNew } from './commentFacts.ts'
import { useDiscussion } from './discussion.ts'

/** Who wrote a comment, what sets it apart, and when; the time is the link to it. */
export function CommentByline({ comment }: { comment: Comment }) {
  const discussion = useDiscussion()
  const isStripped = comment.contentStripped === true
  const deletion = deletedBy(comment)
  const isEdited = isVisiblyEdited(comment) && !comment.deleted
  return (
    <>
      <span className={styles.avatar}>
        <UserAvatar
          username={isStripped || comment.userDeleted ? '?' : comment.username}
          picture={comment.authorPicture}
        />
      </span>
      {!isStripped && <AuthorLink item={comment} className={styles.author} />}
      <BadgeMarks types={comment.authorBadges} />
      {isByPostAuthor(comment, discussion.post) && <Tag>Author</Tag>}
      {comment.userGroup === 'mods' && <Tag>Mod</Tag>}
      {comment.userGroup === 'admins' && <Tag>Admin</Tag>}
      {comment.locked && !comment.deleted && (
        <Tag tone="neutral" icon="lock">
          Locked
        </Tag>
      )}
      {isNew(comment, { id: discussion.viewerId, lastVisitAt: discussion.lastVisitAt }) && (
        <Tag tone="new">New</Tag>
      )}
      {deletion && <Tag tone="danger">{deletion}</Tag>}
      <Link href={addressOfComment(discussion.post, comment.id)} className={styles.time}>
        <Time at={comment.createdAt} />
      </Link>
      {isEdited && comment.editedAt && (
        <span className={styles.edited}>
          Edited <Time at={comment.editedAt} />
        </span>
      )}
    </>
  )
}
