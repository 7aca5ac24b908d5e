import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import { commentSorts } from '../../../contract/words.ts'
import { Link } from '../../ui/navigation/Link.tsx'
import { collapseAll } from './collapsed.ts'
import { commentSortLabels } from './commentSortLabels.ts'
import { useDiscussion } from './discussion.ts'
import styles from './ThreadBar.module.css'

const fetchTools = () => import('./ThreadTools.tsx')
const ThreadTools = lazy(async () => ({ default: (await fetchTools()).ThreadTools }))

/** Above a discussion: its orders, what is new in it, and the switch for all threads. The rest of its tools load later. */
export function ThreadBar({ path, post, ids }: { path: string; post: Post; ids: readonly string[] }) {
  const { threadParams, viewerId } = useDiscussion()
  const queryClient = useQueryClient()
  const [isCollapsed, setIsCollapsed] = useState(false)
  const [isThere, setIsThere] = useState(false)
  useEffect(() => setIsThere(true), [])
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
            onClick={() => {
              fetchTools().then(
                ({ rememberSort }) => rememberSort(queryClient, viewerId, sort),
                () => {},
              )
            }}
          >
            {commentSortLabels[sort]}
          </Link>
        ))}
      </nav>
      {newComments > 0 && <span className={styles.new}>{newComments} new</span>}
      <button
        type="button"
        className={styles.all}
        data-key="f"
        aria-pressed={isCollapsed}
        onClick={() => {
          collapseAll(ids, !isCollapsed)
          setIsCollapsed(!isCollapsed)
        }}
      >
        {isCollapsed ? 'Expand all' : 'Collapse all'}
      </button>
      {isThere && (
        <Suspense>
          <ThreadTools newComments={newComments} />
        </Suspense>
      )}
    </div>
  )
}
