import type { ReactNode } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import { useLinkRel } from '../../data/account/site.ts'
import { Thumbnail } from '../../ui/media/Thumbnail.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { useVideoOf } from './PostMedia.tsx'
import styles from './WithPreview.module.css'

interface WithPreviewProps {
  post: Post
  placement: 'feed' | 'postPage'
  /** Title and link of the post. */
  children: ReactNode
}

/** Adds the preview picture of a linked page beside the title, unless a player is shown. */
export function WithPreview({ post, placement, children }: WithPreviewProps) {
  const rel = useLinkRel()
  const hasPlayer = useVideoOf(post) !== null
  if (!post.link?.image || hasPlayer) return children
  return (
    <div className={`${styles.row} ${styles[placement]}`}>
      <div className={styles.text}>{children}</div>
      {/* Hidden from keyboards and screen readers, because the name of the site is the same link. */}
      <Link
        className={styles.link}
        href={post.link.url}
        target="_blank"
        rel={rel}
        aria-hidden="true"
        tabIndex={-1}
      >
        <Thumbnail image={post.link.image} size="preview" className={styles.preview} />
      </Link>
    </div>
  )
}
