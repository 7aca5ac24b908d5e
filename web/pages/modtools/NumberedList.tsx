import type { ReactNode } from 'react'
import { limits } from '../../../contract/limits.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Pagination } from '../../ui/navigation/Pagination.tsx'
import styles from './NumberedList.module.css'

interface NumberedListProps {
  /** What is on this page. */
  children: readonly ReactNode[]
  page: number
  /** How many there are on all pages. */
  count: number
  hrefFor: (page: number) => string
  /** Stands where there is nothing at all. */
  empty: ReactNode
}

/** A page of a list that is counted through, with links to the others. */
export function NumberedList({ children, page, count, hrefFor, empty }: NumberedListProps) {
  if (count === 0) return empty
  return (
    <div className={styles.list}>
      {children.length > 0 ? (
        children
      ) : (
        <EmptyState
          title="Nothing on this page"
          text="The list has become shorter."
          action={<Button href={hrefFor(1)}>Go to the first page</Button>}
        />
      )}
      <Pagination
        page={page}
        pageCount={Math.ceil(count / limits.moderationItemsPerPage)}
        hrefFor={hrefFor}
      />
    </div>
  )
}
