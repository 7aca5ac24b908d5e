import type { Post } from '../../../contract/entities/post.ts'
import { Avatar } from '../../components/Avatar.tsx'
import { Card } from '../../components/Card.tsx'
import { Count } from '../../components/Count.tsx'
import { Icon } from '../../components/icons/Icon.tsx'
import { Link } from '../../components/Link.tsx'
import { Tag } from '../../components/Tag.tsx'
import { Time } from '../../components/Time.tsx'
import { VoteButtons } from '../../components/VoteButtons.tsx'
import { isVisiblyEdited } from '../../data/edited.ts'
import { useViewer } from '../../data/initial.ts'
import { addressOfPost } from '../../data/post.ts'
import { useVotePost } from '../../data/votes.ts'
import { useDialogs } from '../../shell/dialogs.tsx'
import { useNotifyFailure } from '../../shell/useNotifyFailure.ts'
import styles from './PostCard.module.css'

/**
 * A post in a feed. One structure serves cards and compact rows; which of the two it looks like is decided by the
 * style sheet, because only the device knows, and nothing may jump when the page wakes up.
 */
export function PostCard({ post }: { post: Post }) {
  const address = addressOfPost(post)
  return (
    <Card as="article" className={styles.post} aria-labelledby={`post-${post.id}`}>
      <PostByline post={post} />
      <h2 id={`post-${post.id}`} className={styles.title} dir="auto">
        <Link href={address} className={styles.titleLink}>
          {post.title}
        </Link>
      </h2>
      {post.link && (
        <a className={styles.domain} href={post.link.url} target="_blank" rel="noreferrer nofollow">
          {post.link.hostname}
          <Icon name="external" size={13} />
        </a>
      )}
      {post.excerpt && (
        <p className={styles.excerpt} dir="auto">
          {post.excerpt}
        </p>
      )}
      <div className={styles.actions}>
        <PostVote post={post} />
        <Link
          href={`${address}#comments`}
          className={styles.action}
          aria-label={`${post.noComments} ${post.noComments === 1 ? 'comment' : 'comments'}`}
        >
          <Icon name="comment" />
          <Count value={post.noComments} />
        </Link>
      </div>
    </Card>
  )
}

/** Where and by whom a post was written, when, and what sets it apart. */
export function PostByline({ post }: { post: Post }) {
  return (
    <div className={styles.byline}>
      <Link href={`/${post.communityName}`} className={styles.community}>
        <Avatar name={post.communityName} square size="small" src={post.communityProPic?.url} />
        {post.communityName}
      </Link>
      <span className={styles.dot} />
      <span className={styles.author}>{post.userDeleted ? 'Ghost' : `@${post.username}`}</span>
      <span className={styles.dot} />
      <span className={styles.time}>
        <Time at={post.createdAt} />
      </span>
      {isVisiblyEdited(post) && post.editedAt && (
        <>
          <span className={styles.dot} />
          <span className={styles.time}>
            Edited <Time at={post.editedAt} />
          </span>
        </>
      )}
      <span className={styles.tags}>
        {post.newComments > 0 && <Tag tone="new">New: {post.newComments}</Tag>}
        {post.userGroup === 'mods' && <Tag tone="neutral">Moderator</Tag>}
        {post.userGroup === 'admins' && <Tag tone="neutral">Admin</Tag>}
        {post.locked && (
          <Tag tone="neutral" icon="lock">
            Locked
          </Tag>
        )}
        {(post.isPinned || post.isPinnedSite) && <Tag icon="pin">Pinned</Tag>}
      </span>
    </div>
  )
}

/** The arrows of a post, wherever it is shown. */
export function PostVote({ post }: { post: Post }) {
  const viewer = useViewer()
  const dialogs = useDialogs()
  const { votes, press } = useVotePost(post, useNotifyFailure())
  return (
    <VoteButtons
      {...votes}
      disabled={post.locked || post.deleted}
      onPress={(up) => (viewer ? press(up) : dialogs.open('login-prompt'))}
    />
  )
}
