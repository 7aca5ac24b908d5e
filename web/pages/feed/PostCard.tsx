import { type Ref, useRef, useState } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import { Action, ActionRow } from '../../components/ActionRow.tsx'
import { Card } from '../../components/Card.tsx'
import { CommunityAvatar } from '../../components/CommunityAvatar.tsx'
import { Count } from '../../components/Count.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Icon } from '../../components/icons/Icon.tsx'
import { Link } from '../../components/Link.tsx'
import { Tag } from '../../components/Tag.tsx'
import { Time } from '../../components/Time.tsx'
import { isVisiblyEdited } from '../../data/edited.ts'
import { addressOfPost, type ShownPost } from '../../data/post.ts'
import { AuthorLink } from '../authors/AuthorLink.tsx'
import { BadgeMarks } from '../authors/BadgeMarks.tsx'
import { HideAction } from '../post/actions/HideAction.tsx'
import { PostMenu } from '../post/actions/PostMenu.tsx'
import { GroupTag, PinTag } from '../post/actions/PostTags.tsx'
import { PostVote } from '../post/actions/PostVote.tsx'
import { SaveAction } from '../post/actions/SaveAction.tsx'
import { useSharePost } from '../post/actions/useSharePost.ts'
import { PostMedia } from '../post/PostMedia.tsx'
import { WithPreview } from '../post/WithPreview.tsx'
import { HiddenPost } from './HiddenPost.tsx'
import styles from './PostCard.module.css'
import { RowThumbnail } from './RowThumbnail.tsx'

/** A post in a feed, or that it was hidden from there. */
export function PostCard({ post, isFirst = false }: { post: ShownPost; isFirst?: boolean }) {
  const card = useRef<HTMLDivElement>(null)
  const [heightPx, setHeightPx] = useState<number | null>(null)
  if (post.hidden) return <HiddenPost post={post} cardHeightPx={heightPx} />
  return (
    <ShownCard
      ref={card}
      post={post}
      isFirst={isFirst}
      wasHidden={heightPx !== null}
      onHide={() => setHeightPx(card.current?.getBoundingClientRect().height ?? null)}
    />
  )
}

interface ShownCard {
  ref: Ref<HTMLDivElement>
  post: ShownPost
  isFirst: boolean
  /** It is back after an undo. */
  wasHidden: boolean
  onHide: () => void
}

/**
 * One structure serves cards and compact rows; which of the two it looks like is decided by the style sheet, because
 * only the device knows, and nothing may jump when the page wakes up.
 */
function ShownCard({ ref, post, isFirst, wasHidden, onHide }: ShownCard) {
  const address = addressOfPost(post)
  const share = useSharePost(post)
  return (
    <Card as="article" ref={ref} className={styles.post} aria-labelledby={`post-${post.id}`}>
      <RowThumbnail post={post} />
      <PostByline post={post} />
      <WithPreview post={post} place="feed">
        <h2 id={`post-${post.id}`} className={styles.title} dir="auto">
          <Link href={address} className={styles.titleLink} data-key="o">
            {post.title}
          </Link>
        </h2>
        {post.link && (
          <a className={styles.domain} href={post.link.url} target="_blank" rel="noreferrer nofollow">
            {post.link.hostname}
            <Icon name="external" size={13} />
          </a>
        )}
      </WithPreview>
      {post.excerpt && (
        <p className={styles.excerpt} dir="auto">
          {post.excerpt}
        </p>
      )}
      <PostMedia post={post} place="feed" isFirst={isFirst} />
      <ActionRow className={styles.actions}>
        <PostVote post={post} />
        <Action
          icon="comment"
          href={`${address}#comments`}
          data-key="c"
          aria-label={`${post.noComments} ${post.noComments === 1 ? 'comment' : 'comments'}`}
        >
          <Count value={post.noComments} />
        </Action>
        <SaveAction post={post} className={styles.onCards} />
        <HideAction post={post} className={styles.onCards} autoFocus={wasHidden} onHide={onHide} />
        <span className={styles.end}>
          <IconButton icon="share" label="Share" className={styles.onCards} onClick={share} />
          <PostMenu post={post} onHide={onHide} />
        </span>
      </ActionRow>
    </Card>
  )
}

/** Where and by whom a post was written, when, and what sets it apart. */
export function PostByline({ post }: { post: Post }) {
  return (
    <div className={styles.byline}>
      <Link href={`/${post.communityName}`} className={styles.community}>
        <CommunityAvatar name={post.communityName} size="small" picture={post.communityProPic} />
        {post.communityName}
      </Link>
      <span className={styles.dot} />
      <AuthorLink item={post} className={styles.author} />
      <BadgeMarks types={post.authorBadges} />
      <GroupTag userGroup={post.userGroup} />
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
        {post.deleted && <Tag tone="danger">Deleted</Tag>}
        {post.locked && (
          <Tag tone="neutral" icon="lock">
            Locked
          </Tag>
        )}
        <PinTag isPinned={post.isPinned} isPinnedSite={post.isPinnedSite} />
      </span>
    </div>
  )
}
