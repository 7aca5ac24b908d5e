import type { ReactNode } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import { Avatar } from '../../components/Avatar.tsx'
import { Banner } from '../../components/Banner.tsx'
import { Card } from '../../components/Card.tsx'
import { Icon } from '../../components/icons/Icon.tsx'
import { Link } from '../../components/Link.tsx'
import { Markdown } from '../../components/Markdown.tsx'
import { Tag } from '../../components/Tag.tsx'
import { Time } from '../../components/Time.tsx'
import { isVisiblyEdited } from '../../data/edited.ts'
import { useViewer } from '../../data/initial.ts'
import { useNavigator } from '../../navigation.ts'
import { JoinButton } from '../community/JoinButton.tsx'
import { PostVote } from '../feed/PostCard.tsx'
import { OwnPostMenu } from './OwnPostMenu.tsx'
import styles from './PostArticle.module.css'
import { deletionText, lockText, percentUpvoted } from './postFacts.ts'

/** A post in full. */
export function PostArticle({ post }: { post: Post }) {
  const viewer = useViewer()
  const { navigate } = useNavigator()
  const percent = percentUpvoted(post)
  const isOwn = viewer !== null && viewer.id === post.userId
  return (
    <Card as="article" className={styles.post}>
      <PostHeader post={post} />
      <h1 className={styles.title} dir="auto">
        <Title post={post} />
      </h1>
      {post.link && (
        <a className={styles.domain} href={post.link.url} target="_blank" rel="noreferrer nofollow">
          {post.link.hostname}
          <Icon name="external" size={14} />
        </a>
      )}
      {post.deleted && <Banner tone="danger">{deletionText(post)}</Banner>}
      {post.locked && (
        <Banner tone="warning" icon="lock">
          {lockText(post)}
        </Banner>
      )}
      {post.bodyHtml && <Markdown html={post.bodyHtml} onNavigate={navigate} />}
      <div className={styles.actions}>
        <PostVote post={post} />
        <a href="#comments" className={styles.action}>
          <Icon name="comment" />
          {post.noComments} {post.noComments === 1 ? 'comment' : 'comments'}
        </a>
        {percent !== null && (
          <span className={styles.percent}>
            {percent}% <span className={styles.upvoted}>upvoted</span>
          </span>
        )}
        {isOwn && <OwnPostMenu post={post} />}
      </div>
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
  const viewer = useViewer()
  return (
    <header className={styles.header}>
      <Link href={`/${post.communityName}`} aria-hidden="true" tabIndex={-1}>
        <Avatar name={post.communityName} square src={post.communityProPic?.url} />
      </Link>
      <div className={styles.names}>
        <div className={styles.line}>
          <Link href={`/${post.communityName}`} className={styles.community}>
            {post.communityName}
          </Link>
          {(post.isPinned || post.isPinnedSite) && <Tag icon="pin">Pinned</Tag>}
        </div>
        <div className={styles.line}>
          <span className={styles.author}>
            {post.userDeleted && !viewer?.isAdmin ? 'Ghost' : `@${post.username}`}
          </span>
          {post.userGroup === 'mods' && <Tag>Mod</Tag>}
          {post.userGroup === 'admins' && <Tag>Admin</Tag>}
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
