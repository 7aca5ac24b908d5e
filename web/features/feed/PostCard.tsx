import { type Ref, useRef, useState } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import { t } from '../../../contract/texts/t.ts'
import { InitialContext, useInitial } from '../../data/account/initial.ts'
import { useLinkRel } from '../../data/account/site.ts'
import { initialOfFacts, postState, viewerFacts } from '../../data/account/viewerFacts.ts'
import { isVisiblyEdited } from '../../data/posts/edited.ts'
import { pathOfPost } from '../../data/posts/postPath.ts'
import type { ShownPost } from '../../data/posts/shownPost.ts'
import { siteOfLink } from '../../data/posts/siteOfLink.ts'
import { Action, ActionRow } from '../../ui/buttons/ActionRow.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { classNames } from '../../ui/classNames.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { CachedMarkup } from '../../ui/markup/CachedMarkup.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { abbreviateCount } from '../../ui/text/abbreviateCount.ts'
import { Count } from '../../ui/text/Count.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { AuthorLink } from '../authors/AuthorLink.tsx'
import { BadgeMarks } from '../authors/BadgeMarks.tsx'
import { CommunityAvatar } from '../communities/CommunityAvatar.tsx'
import { HideAction } from '../postActions/HideAction.tsx'
import { PostMenu } from '../postActions/PostMenu.tsx'
import { GroupTag, Marks } from '../postActions/PostTags.tsx'
import { SaveAction } from '../postActions/SaveAction.tsx'
import { PostMedia } from '../posts/PostMedia.tsx'
import { WithPreview } from '../posts/WithPreview.tsx'
import { useSharePost } from '../sharing/useSharePost.ts'
import { PostVote } from '../voting/PostVote.tsx'
import { HiddenPost } from './HiddenPost.tsx'
import styles from './PostCard.module.css'
import { RowThumbnail } from './RowThumbnail.tsx'

interface PostCardProps {
  post: ShownPost
  /** At the top of the page, so its picture is loaded eagerly. */
  isFirst?: boolean
}

function SharedPostCard({ post, isFirst = false }: PostCardProps) {
  const initial = useInitial()
  return (
    <CachedMarkup
      name="post card"
      items={[post]}
      facts={{ isFirst, state: postState(post), viewer: viewerFacts(post, initial) }}
      render={([shared = post], facts) => (
        <InitialContext value={initialOfFacts(facts.viewer, shared)}>
          <LivePostCard post={{ ...shared, ...facts.state }} isFirst={facts.isFirst} />
        </InitialContext>
      )}
    >
      <LivePostCard post={post} isFirst={isFirst} />
    </CachedMarkup>
  )
}

function LivePostCard({ post, isFirst = false }: PostCardProps) {
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

/** A post in a feed, or the placeholder of a hidden one. The server shares its markup between viewers. */
export const PostCard = import.meta.env.SSR ? SharedPostCard : LivePostCard

interface ShownCardProps {
  ref: Ref<HTMLDivElement>
  post: ShownPost
  isFirst: boolean
  /** It is shown again after an undo. */
  wasHidden: boolean
  onHide: () => void
}

/**
 * Cards and compact rows have the same markup. The style sheet decides between them, because the setting is stored on the
 * device: the server does not know it, and hydration must not shift the layout.
 */
function ShownCard({ ref, post, isFirst, wasHidden, onHide }: ShownCardProps) {
  const path = pathOfPost(post)
  const rel = useLinkRel()
  const share = useSharePost(post)
  return (
    <Card as="article" ref={ref} className={styles.post} aria-labelledby={`post-${post.id}`}>
      <RowThumbnail post={post} />
      <PostByline post={post} />
      <WithPreview post={post} placement="feed">
        <h2 id={`post-${post.id}`} className={styles.title} dir="auto">
          <Link href={path} className={styles.titleLink} data-key="o">
            {isolated(post.title)}
          </Link>
        </h2>
        {post.link && (
          <a className={styles.domain} href={post.link.url} target="_blank" rel={rel}>
            {siteOfLink(post.link)}
            <Icon name="external" size={13} />
          </a>
        )}
      </WithPreview>
      {post.excerpt && (
        <p className={styles.excerpt} dir="auto">
          {isolated(post.excerpt)}
        </p>
      )}
      <PostMedia post={post} placement="feed" isFirst={isFirst} />
      <ActionRow className={styles.actions}>
        <PostVote post={post} />
        <Action
          icon="comment"
          href={`${path}#comments`}
          data-key="c"
          aria-label={t('{count, plural, one {{number} comment} other {{number} comments}}', {
            count: post.noComments,
            number: abbreviateCount(post.noComments),
          })}
        >
          <Count value={post.noComments} />
        </Action>
        <SaveAction post={post} className={styles.onCards} />
        <HideAction
          post={post}
          className={classNames(styles.onCards, styles.wide)}
          autoFocus={wasHidden}
          onHide={onHide}
        />
        <span className={styles.end}>
          <IconButton
            icon="share"
            label={t('Share')}
            className={classNames(styles.onCards, styles.roomy)}
            onClick={share}
          />
          <PostMenu post={post} onHide={onHide} />
        </span>
      </ActionRow>
    </Card>
  )
}

/** The community, author, time and tags of a post. */
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
            {t('Edited')} <Time at={post.editedAt} />
          </span>
        </>
      )}
      <span className={styles.tags}>
        {post.newComments > 0 && (
          <Tag tone="new">{t('New: {count, number}', { count: post.newComments })}</Tag>
        )}
        {post.deleted && <Tag tone="danger">{post.deletedAs === 'normal' ? t('Deleted') : t('Removed')}</Tag>}
        {post.locked && (
          <Tag tone="neutral" icon="lock">
            {t('Locked')}
          </Tag>
        )}
        <Marks {...post} />
      </span>
    </div>
  )
}
