import type { Image } from '../../../contract/entities/image.ts'
import { classNames } from '../classNames.ts'
import { Icon } from '../icons/Icon.tsx'
import { phoneMedia } from '../phone.ts'
import { colorBehind, copyNamed } from './imageCopies.ts'
import styles from './Thumbnail.module.css'
import { useImageSource } from './useImageSource.ts'

interface ThumbnailProps {
  image: Image
  /** `tiny` is square; `preview` has one copy for desktops and one for phones. */
  size: 'tiny' | 'preview'
  className?: string | undefined
}

/** A small cropped picture that fills its box. Decoration: the title is beside it. */
export function Thumbnail({ image, size, className }: ThumbnailProps) {
  const copy = copyNamed(image, size === 'tiny' ? 'tiny' : 'desktop')
  const phoneCopy = size === 'preview' ? copyNamed(image, 'mobile') : null
  const source = useImageSource(image, copy !== null)
  return (
    <span className={classNames(styles.thumbnail, className)}>
      {source.shows === 'failed' ? (
        <Icon name="image" size={20} />
      ) : (
        <>
          <svg className={styles.color} aria-hidden="true">
            <rect width="100%" height="100%" fill={colorBehind(image)} />
          </svg>
          <picture key={source.shows}>
            {source.shows === 'copy' && phoneCopy && <source media={phoneMedia} srcSet={phoneCopy} />}
            <img
              ref={source.ref}
              className={styles.picture}
              src={source.shows === 'copy' && copy ? copy : image.url}
              alt=""
              decoding="async"
              loading="lazy"
              onLoad={source.onLoad}
              onError={source.onError}
            />
          </picture>
        </>
      )}
    </span>
  )
}
