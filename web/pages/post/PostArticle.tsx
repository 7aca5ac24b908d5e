import type { ReactNode } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import { Action, ActionRow } from '../../components/ActionRow.tsx'
import { Banner } from '../../components/Banner.tsx'
import { Card } from '../../components/Card.tsx'
import { CommunityAvatar } from '../../components/CommunityAvatar.tsx'
import { Icon } from '../../components/icons/Icon.tsx'
import { Link } from '../../components/Link.tsx'
import { Markdown } from '../../components/Markdown.tsx'
import { Time } from '../../components/Time.tsx'
import { isVisiblyEdited } from '../../data/edited.ts'
import type { ShownPost } from '../../data/post.ts'
import { useNavigator } from '../../navigation.ts'
import { AuthorLink } from '../authors/AuthorLink.tsx'
import { BadgeMarks } from '../authors/BadgeMarks.tsx'
import { JoinButton } from '../community/JoinButton.tsx'
import { PostMenus } from './actions/PostMenu.tsx'
import { GroupTag, PinTag } from './actions/PostTags.tsx'
import { PostVote } from './actions/PostVote.tsx'
import { SaveAction } from './actions/SaveAction.tsx'
import { ShareMenu } from './actions/ShareMenu.tsx'
import { HiddenBanner } from './HiddenBanner.tsx'
import styles from './PostArticle.module.css'
import { PostMedia } from './PostMedia.tsx'
import { deletionText, lockText } from './postFacts.ts'
import { VoteShare } from './VoteShare.tsx'
import { WithPreview } from './WithPreview.tsx'

/** A post in full. */
export function PostArticle({ post }: { post: ShownPost }) {
  const { navigate } = useNavigator()
  return (
    <Card as="article" className={styles.post} aria-labelledby={`post-${post.id}`}>
      <PostHeader post={post} />
      <WithPreview post={post} place="postPage">
        <h1 id={`post-${post.id}`} className={styles.title} dir="auto">
          <Title post={post} />
        </h1>
        {post.link && (
          <a className={styles.domain} href={post.link.url} target="_blank" rel="noreferrer nofollow">
            {post.link.hostname}
            <Icon name="external" size={14} />
          </a>
        )}
      </WithPreview>
      {post.hidden && <HiddenBanner post={post} />}
      {post.deleted && <Banner tone="danger">{deletionText(post)}</Banner>}
      {post.locked && (
        <Banner tone="warning" icon="lock">
          {lockText(post)}
        </Banner>
      )}
      <PostMedia post={post} place="postPage" isFirst />
      {post.bodyHtml && <Markdown html={post.bodyHtml} onNavigate={navigate} />}
      <ActionRow className={styles.actions}>
        <PostVote post={post} />
        <Action icon="comment" href="#comments">
          <span>
            {post.noComments}
            <span className={styles.word}> {post.noComments === 1 ? 'comment' : 'comments'}</span>
          </span>
        </Action>
        <SaveAction post={post} />
        <ShareMenu post={post} />
        <span className={styles.end}>
          <VoteShare post={post} />
          <PostMenus post={post} />
        </span>
      </ActionRow>
    </Card>
  )
}

function Title({ post }: { post: Post }): ReactNode {
  if (!post.link) return post.title
  return (
    <a href={post.link.url} target="_blank" rel="noreferrer nofollow">
      {post.title}
    </a>
  )
}

function PostHeader({ post }: { post: Post }) {
  return (
    <header className={styles.header}>
      <Link href={`/${post.communityName}`} aria-hidden="true" tabIndex={-1}>
        <CommunityAvatar name={post.communityName} picture={post.communityProPic} />
      </Link>
      <div className={styles.names}>
        <div className={styles.line}>
          <Link href={`/${post.communityName}`} className={styles.community}>
            {post.communityName}
          </Link>
          <PinTag isPinned={post.isPinned} isPinnedSite={post.isPinnedSite} />
        </div>
        <div className={styles.line}>
          <AuthorLink item={post} className={styles.author} />
          <BadgeMarks types={post.authorBadges} />
          <GroupTag userGroup={post.userGroup} />
          <span className={styles.fact}>
            <Time at={post.createdAt} />
          </span>
          {isVisiblyEdited(post) && post.editedAt && (
            <span className={styles.fact}>
              Edited <Time at={post.editedAt} />
            </span>
          )}
        </div>
      </div>
      {post.community && <JoinButton community={post.community} small />}
    </header>
  )
}
