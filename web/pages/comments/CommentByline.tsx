import type { Comment } from '../../../contract/entities/comment.ts'
import { Avatar } from '../../components/Avatar.tsx'
import { Link } from '../../components/Link.tsx'
import { Tag } from '../../components/Tag.tsx'
import { Time } from '../../components/Time.tsx'
import { isVisiblyEdited } from '../../data/edited.ts'
import { useViewer } from '../../data/initial.ts'
import styles from './Comment.module.css'
import { addressOfComment } from './commentAddress.ts'
import { deletedBy, isByPostAuthor, isNew } from './commentFacts.ts'
import { useDiscussion } from './discussion.ts'

/** How a comment's author is called: admins see the names of deleted accounts. */
export function nameOfAuthor(comment: Comment, viewer: { isAdmin: boolean } | null): string {
  return comment.userDeleted && !viewer?.isAdmin ? 'Ghost' : `@${comment.username}`
}

/** Who wrote a comment, what sets it apart, and when; the time is the link to it. */
export function CommentByline({ comment }: { comment: Comment }) {
  const discussion = useDiscussion()
  const viewer = useViewer()
  const isStripped = comment.contentStripped === true
  const deletion = deletedBy(comment)
  const isEdited = isVisiblyEdited(comment) && !comment.deleted
  return (
    <>
      <span className={styles.avatar}>
        <Avatar name={isStripped || comment.userDeleted ? '?' : comment.username} />
      </span>
      {!isStripped && <span className={styles.author}>{nameOfAuthor(comment, viewer)}</span>}
      {isByPostAuthor(comment, discussion.post) && <Tag>Author</Tag>}
      {comment.userGroup === 'mods' && <Tag>Mod</Tag>}
      {comment.userGroup === 'admins' && <Tag>Admin</Tag>}
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
