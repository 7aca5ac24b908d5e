import type { CommentLimits } from '../../../contract/entities/commentLimits.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { useTextNow } from '../../ui/text/clock.ts'
import styles from './CommentLimitNotice.module.css'
import { commentLimitsText } from './commentLimitsText.ts'

/** Says what limits comments on a post: slow mode, and who may comment. */
export function CommentLimitNotice({ post }: { post: Pick<Post, 'commentLimits' | 'community'> }) {
  const limits = [post.commentLimits, post.community?.commentLimits].filter(
    (one): one is CommentLimits => one !== undefined,
  )
  const text = useTextNow((now) => commentLimitsText(limits, now))
  if (text === '') return null
  return (
    <div className={styles.notice}>
      <Banner icon="new">{text}</Banner>
    </div>
  )
}
