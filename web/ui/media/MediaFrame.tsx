import { classNames } from '../classNames.ts'
import { type Size, tallestIn } from './imageCopies.ts'
import styles from './MediaFrame.module.css'

interface MediaFrameProps {
  /** What is shown there, one after the other. */
  images: readonly [Size, ...Size[]]
  /** The highest it may become, in a feed or on the page of a post. */
  height: 'feed' | 'postPage'
  /** Of one picture, to be painted in its place until it comes. */
  color?: string
}

/** About the room that pictures have on a wide screen; only says which of several is the highest. */
const usualBox = { width: 680, height: 520 }

/**
 * Keeps the room of the highest of some pictures, so that nothing moves when they come. It is a drawing
 * with their proportions: what is not on the server's page as a style sheet must not be a style.
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
