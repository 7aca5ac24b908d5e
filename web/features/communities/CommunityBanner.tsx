import type { Image } from '../../../contract/entities/image.ts'
import { classNames } from '../../ui/classNames.ts'
import { colorBehind, copyNamed } from '../../ui/media/imageCopies.ts'
import styles from './CommunityBanner.module.css'

interface CommunityBannerProps {
  image: Image | null
  /** Class that sets the height. */
  className: string | undefined
  /** The `sizes` attribute: the width at which it is shown. */
  sizes: string
}

/** The banner of a community in a box of fixed height, with its average colour until it loads; nothing without one. */
export function CommunityBanner({ image, className, sizes }: CommunityBannerProps) {
  if (!image) return null
  const [small, large] = [copyNamed(image, 'small'), copyNamed(image, 'large')]
  return (
    <div className={classNames(styles.banner, className)}>
      <svg className={styles.color} width="100%" height="100%" aria-hidden="true">
        <rect width="100%" height="100%" fill={colorBehind(image)} />
      </svg>
      <img
        // A new element for a new picture: the old element would show the old picture until the new one has loaded.
        key={image.id}
        className={styles.picture}
        src={small ?? image.url}
        {...(small && large && { srcSet: `${small} 720w, ${large} 1440w`, sizes })}
        alt={image.altText ?? ''}
        width={720}
        height={240}
      />
    </div>
  )
}
