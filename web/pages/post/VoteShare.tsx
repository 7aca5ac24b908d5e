import type { Post } from '../../../contract/entities/post.ts'
import { t } from '../../../contract/texts/t.ts'
import { percentUpvoted } from '../../features/posts/postFacts.ts'
import styles from './VoteShare.module.css'

/** The share of upvotes, as a bar and a percentage. A few votes say nothing about a post, so it is shown from ten on. */
export function VoteShare({ post }: { post: Post }) {
  const percent = percentUpvoted(post)
  if (percent === null) return null
  return (
    <span className={styles.share}>
      {/* An SVG, because the content security policy forbids a `style` attribute with the length. */}
      <svg className={styles.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect className={styles.down} width="100" height="1" />
        <rect className={styles.up} width={percent} height="1" />
      </svg>
      <span>{t('{percent, number}% upvoted', { percent })}</span>
    </span>
  )
}
