import type { ReactNode } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { moderationItemsPerPage } from '../../data/moderation/decisions.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Pagination } from '../../ui/navigation/Pagination.tsx'

interface NumberedListProps {
  /** The items of this page. */
  children: readonly ReactNode[]
  page: number
  /** The number of items on all pages. */
  count: number
  hrefFor: (page: number) => string
  /** Shown when there are no items. */
  empty: ReactNode
}

/** One page of a list with page numbers. */
export function NumberedList({ children, page, count, hrefFor, empty }: NumberedListProps) {
  if (count === 0) return empty
  return (
    <div className="cards">
      {children.length > 0 ? (
        children
      ) : (
        <EmptyState
          title={t('Nothing on this page')}
          text={t('This list now has fewer pages.')}
          action={<Button href={hrefFor(1)}>{t('Go to the first page')}</Button>}
        />
      )}
      <Pagination page={page} pageCount={Math.ceil(count / moderationItemsPerPage)} hrefFor={hrefFor} />
    </div>
  )
}
