import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { isCommentSort } from '../../data/comments/commentSort.ts'
import { rememberSortOfMember } from '../../data/comments/rememberSort.ts'
import { rememberCommentSort, rememberedCommentSort } from '../../device/commentSort.ts'
import { useNavigator } from '../../router/navigator.ts'
import { useShownPage } from '../../router/page.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { collapseAll } from './collapseAll.ts'
import { useDiscussion } from './discussion.ts'
import styles from './ThreadTools.module.css'
import { stepTo } from './threadSteps.ts'

/** Steps through a discussion, to the next and previous thread and to what is new; collapses all. Loaded after the page. */
export default function ThreadTools({ newComments, ids }: { newComments: number; ids: readonly string[] }) {
  const [isCollapsed, setIsCollapsed] = useState(false)
  const collapseLabel = isCollapsed ? 'Expand all' : 'Collapse all'
  const tools = useRef<HTMLDivElement>(null)
  useRememberedChoice(tools)
  useSortOfDevice()
  return (
    <div ref={tools} className={styles.tools}>
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

/** Remembers the order that the reader chooses by its link: with the account of a member, on the device of a guest. */
function useRememberedChoice(tools: RefObject<HTMLElement | null>): void {
  const { viewerId } = useDiscussion()
  const queryClient = useQueryClient()
  useEffect(() => {
    const bar = tools.current?.parentElement
    const remember = ({ target }: Event) => {
      const link = target instanceof Element && target.closest('a')
      const sort = link ? new URL(link.href).searchParams.get('sort') : null
      if (!isCommentSort(sort)) return
      if (viewerId === null) rememberCommentSort(sort)
      // The page shows that order anyway, so a failure is not shown.
      else rememberSortOfMember(queryClient, sort).catch(() => {})
    }
    bar?.addEventListener('click', remember)
    return () => bar?.removeEventListener('click', remember)
  }, [tools, viewerId, queryClient])
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
