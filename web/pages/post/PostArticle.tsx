import type { ReactNode } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import { formatNumber } from '../../../contract/texts/language.ts'
import { t } from '../../../contract/texts/t.ts'
import { useLinkRel } from '../../data/account/site.ts'
import { isVisiblyEdited } from '../../data/posts/edited.ts'
import type { ShownPost } from '../../data/posts/shownPost.ts'
import { siteOfLink } from '../../data/posts/siteOfLink.ts'
import { AuthorLink } from '../../features/authors/AuthorLink.tsx'
import { BadgeMarks } from '../../features/authors/BadgeMarks.tsx'
import { CommunityAvatar } from '../../features/communities/CommunityAvatar.tsx'
import { JoinButton } from '../../features/communities/JoinButton.tsx'
import { PostMenus } from '../../features/postActions/PostMenu.tsx'
import { GroupTag, Marks } from '../../features/postActions/PostTags.tsx'
import { SaveAction } from '../../features/postActions/SaveAction.tsx'
import { PostMedia } from '../../features/posts/PostMedia.tsx'
import { deletionText, lockText } from '../../features/posts/postFacts.ts'
import { WithPreview } from '../../features/posts/WithPreview.tsx'
import { ShareMenu } from '../../features/sharing/ShareMenu.tsx'
import { PostVote } from '../../features/voting/PostVote.tsx'
import { useNavigator } from '../../router/navigator.ts'
import { Action, ActionRow } from '../../ui/buttons/ActionRow.tsx'
import { classNames } from '../../ui/classNames.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { Time } from '../../ui/text/Time.tsx'
import styles from './PostArticle.module.css'
import { VoteShare } from './VoteShare.tsx'

// A post is hidden after its page was loaded.
const HiddenBanner = onDemand(() => import('./HiddenBanner.tsx'))

export function PostArticle({ post }: { post: ShownPost }) {
  const { navigate } = useNavigator()
  const rel = useLinkRel()
  return (
    <Card as="article" className={styles.post} aria-labelledby={`post-${post.id}`}>
      <PostHeader post={post} />
      <WithPreview post={post} placement="postPage">
        <h1 id={`post-${post.id}`} className={styles.title} dir="auto">
          <Title post={post} />
        </h1>
        {post.link && (
          <a className={styles.domain} href={post.link.url} target="_blank" rel={rel}>
            {siteOfLink(post.link)}
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
      {post.bodyHtml && <Markdown html={post.bodyHtml} onNavigate={navigate} />}
      <PostMedia post={post} placement="postPage" isFirst />
      <PostActions post={post} />
    </Card>
  )
}

/** What can be done with a post, and its counts. */
function PostActions({ post }: { post: ShownPost }) {
  return (
    <ActionRow className={styles.actions}>
      <PostVote post={post} />
      <Action icon="comment" href="#comments">
        <span>
          {formatNumber(post.noComments)}
          <span className={styles.word}>
            {' '}
            {t('{count, plural, one {comment} other {comments}}', { count: post.noComments })}
          </span>
        </span>
      </Action>
      <SaveAction post={post} />
      <ShareMenu post={post} />
      <span className={styles.end}>
        <VoteShare post={post} />
        <PostMenus post={post} />
      </span>
    </ActionRow>
  )
}

function Title({ post }: { post: Post }): ReactNode {
  const rel = useLinkRel()
  if (!post.link) return isolated(post.title)
  return (
    <a href={post.link.url} target="_blank" rel={rel}>
      {isolated(post.title)}
    </a>
  )
}

function PostHeader({ post }: { post: Post }) {
  // Where the card of the community is beside the post, it has name, icon and button.
  return (
    <header className={styles.header}>
      <Link href={`/${post.communityName}`} className={styles.ofCommunity} aria-hidden="true" tabIndex={-1}>
        <CommunityAvatar name={post.communityName} picture={post.communityProPic} />
      </Link>
      <div className={styles.names}>
        <div className={classNames(styles.line, styles.ofCommunity)}>
          <Link href={`/${post.communityName}`} className={styles.community}>
            {post.communityName}
          </Link>
        </div>
        <div className={styles.line}>
          <AuthorLink item={post} className={styles.author} />
          <BadgeMarks types={post.authorBadges} />
          <GroupTag userGroup={post.userGroup} />
          <Marks {...post} />
          <span className={styles.fact}>
            <Time at={post.createdAt} />
          </span>
          {isVisiblyEdited(post) && post.editedAt && (
            <button type="button" className={styles.fact} data-edits={`posts/${post.publicId}`}>
              {t('Edited')} <Time at={post.editedAt} />
            </button>
          )}
        </div>
      </div>
      {post.community && <JoinButton community={post.community} small />}
    </header>
  )
}
