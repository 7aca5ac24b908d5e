import { classNames } from '../classNames.ts'
import { type Size, tallestIn } from './imageCopies.ts'
import styles from './MediaFrame.module.css'

interface MediaFrameProps {
  /** The pictures that are shown in it, one at a time. */
  images: readonly [Size, ...Size[]]
  /** The maximum height, in a feed or on the page of a post. */
  height: 'feed' | 'postPage'
  /** Average colour of a single picture, shown until it loads. */
  color?: string
}

/** About the width of the column on a wide screen; only used to find the highest picture. */
const usualBox = { width: 680, height: 520 }

/**
 * Reserves the height of the highest of some pictures, so that nothing shifts when they load. An SVG with their aspect
 * ratio, because the content security policy forbids `style` attributes.
 */
export function MediaFrame({ images, height, color }: MediaFrameProps) {
  const size = tallestIn(images, usualBox)
  return (
    <svg
      className={classNames(styles.place, styles[height])}
      viewBox={`0 0 ${size.width} ${size.height}`}
      width={size.width}
      aria-hidden="true"
    >
      {color !== undefined && <rect width={size.width} height={size.height} fill={color} />}
    </svg>
  )
}
