import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CommentSort } from '../../../contract/words.ts'
import { isCommentSort } from '../../data/comments/commentSort.ts'
import { rememberSortOfMember } from '../../data/comments/rememberSort.ts'
import { rememberCommentSort, rememberedCommentSort } from '../../device/commentSort.ts'
import { useNavigator } from '../../router/navigator.ts'
import { useShownPage } from '../../router/page.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { collapseAll } from './collapsed.ts'
import { useDiscussion } from './discussion.ts'
import styles from './ThreadTools.module.css'
import { stepTo } from './threadSteps.ts'

/** Steps through a discussion, to the next and previous thread and to what is new; collapses all. Loaded after the page. */
export function ThreadTools({ newComments, ids }: { newComments: number; ids: readonly string[] }) {
  const [isCollapsed, setIsCollapsed] = useState(false)
  const collapseLabel = isCollapsed ? 'Expand all' : 'Collapse all'
  useSortOfDevice()
  return (
    <div className={styles.tools}>
      {newComments > 0 && (
        <button
          type="button"
          className={styles.next}
          data-key="u"
          aria-label={`Next new comment, ${newComments} new`}
          onClick={() => stepTo('new', 1)}
        >
          Next new
        </button>
      )}
      <button
        type="button"
        className={styles.step}
        data-key="f"
        aria-label={collapseLabel}
        title={collapseLabel}
        onClick={() => {
          collapseAll(ids, !isCollapsed)
          setIsCollapsed(!isCollapsed)
        }}
      >
        <Icon name={isCollapsed ? 'expand' : 'collapse'} size={18} />
      </button>
      <button
        type="button"
        className={styles.step}
        data-key="p"
        aria-label="Previous thread"
        title="Previous thread"
        onClick={() => stepTo('thread', -1)}
      >
        <Icon name="chevron-up" size={18} />
      </button>
      <button
        type="button"
        className={styles.step}
        data-key="n"
        aria-label="Next thread"
        title="Next thread"
        onClick={() => stepTo('thread', 1)}
      >
        <Icon name="chevron-down" size={18} />
      </button>
    </div>
  )
}

/** Remembers a chosen order: with the account of a member, on the device of a guest. */
export async function rememberSort(
  queryClient: QueryClient,
  viewerId: string | null,
  sort: CommentSort,
): Promise<void> {
  if (viewerId === null) rememberCommentSort(sort)
  else await rememberSortOfMember(queryClient, sort)
}

/** The server does not know what a guest has chosen on this device: a URL without an order gets it afterwards. */
function useSortOfDevice(): void {
  const { viewerId } = useDiscussion()
  const { path, search } = useShownPage()
  const { navigate } = useNavigator()
  useEffect(() => {
    const query = new URLSearchParams(search)
    const sort = rememberedCommentSort()
    if (
      viewerId !== null ||
      query.has('sort') ||
      query.has('next') ||
      !isCommentSort(sort) ||
      sort === 'best'
    )
      return
    query.set('sort', sort)
    navigate(`${path}?${query}`, { replace: true })
  }, [viewerId, path, search, navigate])
}
