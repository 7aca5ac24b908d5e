import type { ReactNode } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import { Thumbnail } from '../../ui/media/Thumbnail.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { useVideoOf } from './PostMedia.tsx'
import styles from './WithPreview.module.css'

interface WithPreviewProps {
  post: Post
  placement: 'feed' | 'postPage'
  /** What the post is called and where it leads. */
  children: ReactNode
}

/** Puts the picture of what a post links to beside its title, unless a player is shown. */
export function WithPreview({ post, placement, children }: WithPreviewProps) {
  const hasPlayer = useVideoOf(post) !== null
  if (!post.link?.image || hasPlayer) return children
  return (
    <div className={`${styles.row} ${styles[placement]}`}>
      <div className={styles.text}>{children}</div>
      {/* The name of the site beside it is the same link. */}
      <Link
        className={styles.link}
        href={post.link.url}
        target="_blank"
        rel="noreferrer nofollow"
        aria-hidden="true"
        tabIndex={-1}
      >
        <Thumbnail image={post.link.image} size="preview" className={styles.preview} />
      </Link>
    </div>
  )
}
