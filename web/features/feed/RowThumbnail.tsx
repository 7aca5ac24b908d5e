import type { Post } from '../../../contract/entities/post.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Thumbnail } from '../../ui/media/Thumbnail.tsx'
import { videoOf } from '../../ui/media/videoOf.ts'
import styles from './RowThumbnail.module.css'

/** The picture of a post in compact rows, or an icon for its type. */
export function RowThumbnail({ post }: { post: Post }) {
  const image = post.images[0] ?? post.link?.image
  return (
    <span className={styles.thumbnail}>
      {image ? (
        <Thumbnail image={image} size="tiny" className={styles.picture} />
      ) : (
        <Icon name={post.link && videoOf(post.link.url) ? 'play' : post.type} size={20} />
      )}
    </span>
  )
}
