import type { Post } from '../../../contract/entities/post.ts'
import { commentSorts } from '../../../contract/sorts.ts'
import { t } from '../../../contract/texts/t.ts'
import { remember, sortOnDevice } from '../../device/remembered.ts'
import { Link } from '../../ui/navigation/Link.tsx'
import { commentSortLabel } from './commentSortLabel.ts'
import { useDiscussion } from './discussion.ts'
import styles from './ThreadBar.module.css'

/** The bar above a discussion: its orders and the number of new comments. */
export function ThreadBar({ path, post }: { path: string; post: Post }) {
  const { threadParams } = useDiscussion()
  const { newComments } = post
  return (
    <div className={styles.bar}>
      <nav aria-label={t('Sort comments by')} className={styles.sorts}>
        {commentSorts.map((sort) => (
          <Link
            key={sort}
            href={`${path}?sort=${sort}`}
            className={styles.sort}
            aria-current={sort === threadParams.sort || undefined}
            onClick={() => remember(sortOnDevice, sort)}
          >
            {commentSortLabel(sort)}
          </Link>
        ))}
      </nav>
      {newComments > 0 && (
        <span className={styles.new}>{t('{count, number} new', { count: newComments })}</span>
      )}
    </div>
  )
}
