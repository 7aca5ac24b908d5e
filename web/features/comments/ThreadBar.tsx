import type { Post } from '../../../contract/entities/post.ts'
import { commentSorts } from '../../../contract/words.ts'
import { remember, sortOnDevice } from '../../device/remembered.ts'
import { Link } from '../../ui/navigation/Link.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { commentSortLabel } from './commentSortLabel.ts'
import { useDiscussion } from './discussion.ts'
import styles from './ThreadBar.module.css'

const ThreadTools = onDemand(() => import('./ThreadTools.tsx'))

/** The bar above a discussion: its orders and the number of new comments. Its tools load later. */
export function ThreadBar({ path, post, ids }: { path: string; post: Post; ids: readonly string[] }) {
  const { threadParams } = useDiscussion()
  const { newComments } = post
  return (
    <div className={styles.bar}>
      <nav aria-label="Sort comments by" className={styles.sorts}>
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
      {newComments > 0 && <span className={styles.new}>{newComments} new</span>}
      <ThreadTools newComments={newComments} ids={ids} />
    </div>
  )
}
