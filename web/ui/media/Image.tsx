import type { Image as ImageFacts } from '../../../contract/entities/image.ts'
import { t } from '../../../contract/texts/t.ts'
import { classNames } from '../classNames.ts'
import { Icon } from '../icons/Icon.tsx'
import styles from './Image.module.css'
import { colorBehind, copiesByWidth } from './imageCopies.ts'
import { MediaFrame } from './MediaFrame.tsx'
import { useImageSource } from './useImageSource.ts'

/** The width of images of posts, for the browser to choose a copy. */
const postImageSizes = '(max-width: 768px) 358px, 647px'

export interface ImageProps {
  image: ImageFacts
  /**
   * The maximum height, in a feed or on the page of a post; `filled`: as large as it fits into the box around it, which
   * must be positioned.
   */
  height: 'feed' | 'postPage' | 'filled'
  /** The `sizes` attribute: the width at which it is shown. */
  sizes?: string
  /** Loads eagerly and with high priority, instead of only near the viewport. */
  eager?: boolean
  onLoad?: () => void
}

/** An uncropped picture, never enlarged. Its average colour fills the space until it loads; a transparent one has a ground where the theme hides it. */
export function Image({
  image,
  height,
  sizes = postImageSizes,
  eager = false,
  onLoad: whenLoaded,
}: ImageProps) {
  const alt = image.altText?.trim() || t('Image without a description')
  const copies = copiesByWidth(image)
  const widest = copies.at(-1)
  const source = useImageSource(image, widest !== undefined, whenLoaded)
  const color = source.shows === 'failed' ? undefined : colorBehind(image)
  // A picture narrower than its box has a single copy; with `sizes` the browser would enlarge it.
  const isNarrow = image.width < narrowPx
  return (
    <span className={height === 'filled' ? styles.filled : styles.frame}>
      {height === 'filled' ? (
        <svg
          className={styles.color}
          viewBox={`0 0 ${image.width} ${image.height}`}
          width={image.width}
          height={image.height}
          aria-hidden="true"
        >
          {color !== undefined && <rect width={image.width} height={image.height} fill={color} />}
        </svg>
      ) : (
        <MediaFrame images={[image]} height={height} {...(color !== undefined && { color })} />
      )}
      {source.shows === 'failed' ? (
        <span className={styles.failed} role="img" aria-label={alt}>
          <Icon name="image" size={24} />
          {t("Couldn't load the image.")}
        </span>
      ) : (
        <img
          // A new element: the one that failed would keep the browser's icon for a broken picture.
          key={source.shows}
          ref={source.ref}
          className={classNames(styles.picture, isNarrow && styles.narrow)}
          src={source.shows === 'copy' && widest ? widest.url : image.url}
          {...(source.shows === 'copy' &&
            !isNarrow && { srcSet: copies.map(({ url, width }) => `${url} ${width}w`).join(', '), sizes })}
          alt={alt}
          width={image.width}
          height={image.height}
          decoding="async"
          loading={eager ? 'eager' : 'lazy'}
          {...(eager && { fetchPriority: 'high' as const })}
          onLoad={source.onLoad}
          onError={source.onError}
        />
      )}
    </span>
  )
}

/** Width of the narrowest copy. */
const narrowPx = 720
