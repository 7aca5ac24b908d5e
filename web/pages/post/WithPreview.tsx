import type { ReactNode } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import { Link } from '../../components/Link.tsx'
import { Thumbnail } from '../../components/Thumbnail.tsx'
import { useVideoOf } from './PostMedia.tsx'
import styles from './WithPreview.module.css'

interface WithPreview {
  post: Post
  place: 'feed' | 'postPage'
  /** What the post is called and where it leads. */
  children: ReactNode
}

/** Puts the picture of what a post links to beside its title, unless a player is shown. */
export function WithPreview({ post, place, children }: WithPreview) {
  const hasPlayer = useVideoOf(post) !== null
  if (!post.link?.image || hasPlayer) return children
  return (
    <div className={`${styles.row} ${styles[place]}`}>
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
