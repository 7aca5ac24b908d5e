import { classNames } from '../classNames.ts'
import styles from './Skeleton.module.css'

/**
 * Grey lines in place of text that is loading; the last one is shorter. Decoration: the list around it is `aria-busy`.
 */
export function TextSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div className={styles.text} aria-hidden="true">
      {[...Array(lines).keys()].map((line) => (
        <span key={line} className={classNames(styles.bar, styles.line)} />
      ))}
    </div>
  )
}

/** As high as a post card with a short text. */
export function PostCardSkeleton() {
  return (
    <div className={styles.post} aria-hidden="true">
      <div className={styles.byline}>
        <span className={classNames(styles.bar, styles.communityAvatar)} />
        <span className={classNames(styles.bar, styles.name)} />
      </div>
      <span className={classNames(styles.bar, styles.title)} />
      <TextSkeleton lines={2} />
      <span className={classNames(styles.bar, styles.votes)} />
    </div>
  )
}

/** As high as a comment of two lines. */
export function CommentSkeleton() {
  return (
    <div className={styles.comment} aria-hidden="true">
      <span className={classNames(styles.bar, styles.avatar)} />
      <div>
        <div className={styles.byline}>
          <span className={classNames(styles.bar, styles.name)} />
        </div>
        <TextSkeleton lines={2} />
        <span className={classNames(styles.bar, styles.votes)} />
      </div>
    </div>
  )
}
