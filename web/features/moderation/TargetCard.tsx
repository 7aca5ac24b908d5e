import type { ReactNode } from 'react'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { Post } from '../../../contract/entities/post.ts'
import type { QueueItem } from '../../../contract/entities/queue.ts'
import { reportedCopyDays } from '../../../contract/limitValues.ts'
import { nameOfSpeaker } from '../../../contract/speaker.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { pathOfComment } from '../../data/comments/commentPath.ts'
import type { Content } from '../../data/posts/contents.ts'
import { pathOfPost } from '../../data/posts/postPath.ts'
import { siteOfLink } from '../../data/posts/siteOfLink.ts'
import { useNavigator } from '../../router/navigator.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { rich } from '../../ui/text/rich.ts'
import { ShowMore } from '../../ui/text/ShowMore.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { useFocusNeighbour } from '../../ui/useFocusNeighbour.ts'
import { AuthorLink } from '../authors/AuthorLink.tsx'
import { BadgeMarks } from '../authors/BadgeMarks.tsx'
import { deletedBy } from '../comments/commentFacts.ts'
import { CommunityAvatar } from '../communities/CommunityAvatar.tsx'
import { PostByline } from '../feed/PostCard.tsx'
import { GroupTag } from '../postActions/PostTags.tsx'
import { PostMedia } from '../posts/PostMedia.tsx'
import { deletionText, lockText } from '../posts/postFacts.ts'
import styles from './TargetCard.module.css'

interface TargetCardProps {
  /** null: it no longer exists. */
  content: Content | null
  /** What moderators kept of it. */
  copy?: QueueItem['deletedCopy']
  /** Why it is listed; shown above it. */
  head?: ReactNode
  /** Facts about its author; shown after the line with its place, author and time. */
  author?: ReactNode
  /** The actions; shown below it. */
  actions?: ReactNode
  /** Called when it, or something in it, gets the focus. */
  onFocus?: () => void
}

/** A post or comment for moderators: its beginning, which can be expanded, without votes, with their actions. */
export function TargetCard({ content, copy = null, head, author, actions, onFocus }: TargetCardProps) {
  const ref = useFocusNeighbour<HTMLDivElement>()
  return (
    <Card
      ref={ref}
      as="article"
      className={styles.card}
      aria-label={content ? nameOf(content) : t('Content unavailable')}
      onFocus={onFocus}
    >
      {head && <header className={styles.head}>{head}</header>}
      {copy && <Copy copy={copy} />}
      {content === null ? (
        <p className={styles.gone}>{t('This content is gone.')}</p>
      ) : content.type === 'post' ? (
        <PostTarget post={content.item} author={author} />
      ) : (
        <CommentTarget comment={content.item} author={author} />
      )}
      {actions && <div className={styles.actions}>{actions}</div>}
    </Card>
  )
}

const nameOf = (content: Content): string =>
  content.type === 'post'
    ? t('Post: {title}', { title: content.item.title })
    : t('Comment by {name}', {
        name: content.item.isByCommunity ? nameOfSpeaker(content.item.username) : content.item.username,
      })

function Copy({ copy }: { copy: NonNullable<QueueItem['deletedCopy']> }) {
  const { title, bodyHtml, link, images } = copy
  return (
    <section aria-label={t('Reported content')}>
      <p className={styles.state}>
        {t(
          'Deleted by its author. Moderators can see it while reports are open, for up to {days, plural, one {# day} other {# days}}.',
          { days: reportedCopyDays },
        )}
      </p>
      {title !== null && (
        <h2 className={styles.title} dir="auto">
          {isolated(title)}
        </h2>
      )}
      {link !== null && <p dir="auto">{isolated(link)}</p>}
      {bodyHtml && <Text html={bodyHtml} />}
      {images.map(({ id, url, altText }) => (
        <img key={id} src={url} alt={altText ?? ''} loading="lazy" className={styles.copied} />
      ))}
    </section>
  )
}

function PostTarget({ post, author }: { post: Post; author: ReactNode }) {
  return (
    <>
      <div className={styles.about}>
        <PostByline post={post} />
        {author}
      </div>
      <h2 className={styles.title} dir="auto">
        <Link href={pathOfPost(post)} data-key="o">
          {isolated(post.title)}
        </Link>
      </h2>
      {post.deleted && <p className={styles.state}>{deletionText(post)}</p>}
      {post.locked && <p className={styles.state}>{lockText(post)}</p>}
      <div className={styles.body}>
        <div className={styles.text}>
          {post.link && (
            <a className={styles.domain} href={post.link.url} target="_blank" rel="noreferrer nofollow">
              {siteOfLink(post.link)}
              <Icon name="external" size={13} />
            </a>
          )}
          {post.bodyHtml && <Text html={post.bodyHtml} />}
        </div>
        <div className={styles.media}>
          <PostMedia post={post} placement="feed" />
        </div>
      </div>
    </>
  )
}

const Dot = () => <span className={styles.dot} aria-hidden="true" />

function CommentTarget({ comment, author }: { comment: Comment; author: ReactNode }) {
  const post = { communityName: comment.communityName, publicId: comment.postPublicId }
  const deletion = deletedBy(comment)
  const isStripped = comment.contentStripped === true
  // Those that one moderates are among one's own.
  const picture = useInitial().communities.find(({ id }) => id === comment.communityId)?.proPic ?? null
  return (
    <>
      <div className={styles.about}>
        <div className={styles.byline}>
          <Link href={`/${comment.communityName}`} className={styles.community}>
            <CommunityAvatar name={comment.communityName} size="small" picture={picture} />
            {comment.communityName}
          </Link>
          {comment.postDeleted && <Tag tone="danger">{t('Post deleted')}</Tag>}
          {!isStripped && (
            <>
              <Dot />
              <AuthorLink item={comment} className={styles.author} />
            </>
          )}
          <BadgeMarks types={comment.authorBadges} />
          {comment.userGroup !== 'null' && <GroupTag userGroup={comment.userGroup} />}
          {comment.locked && (
            <Tag tone="neutral" icon="lock">
              {t('Locked')}
            </Tag>
          )}
          {deletion && <Tag tone="danger">{deletion}</Tag>}
          <Dot />
          <Link href={pathOfComment(post, comment.id)} className={styles.time} data-key="o">
            <Time at={comment.createdAt} />
          </Link>
        </div>
        {author}
      </div>
      <h2 className={styles.title} dir="auto">
        {rich('Comment on {post}', {
          post: <Link href={pathOfPost(post)}>{isolated(comment.postTitle)}</Link>,
        })}
      </h2>
      <div className={styles.body}>
        <div className={styles.text}>
          {comment.bodyHtml ? (
            <Text html={comment.bodyHtml} />
          ) : (
            <p className={styles.gone}>{t('[Deleted comment]')}</p>
          )}
        </div>
        {comment.attachments && (
          <div className={styles.media}>
            <PostMedia post={comment} placement="feed" />
          </div>
        )}
      </div>
    </>
  )
}

function Text({ html }: { html: string }) {
  const { navigate } = useNavigator()
  return (
    <ShowMore collapse="queue">
      <Markdown html={html} onNavigate={navigate} />
    </ShowMore>
  )
}
