import type { Post } from '../../../contract/entities/post.ts'
import { t } from '../../../contract/texts/t.ts'
import { percentUpvoted } from '../../features/posts/postFacts.ts'
import styles from './VoteShare.module.css'

/** The share of upvotes, as a bar and a percentage; nothing before the first vote. */
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
      <span>
        {percent}% <span className={styles.word}>{t('upvoted')}</span>
      </span>
    </span>
  )
}
