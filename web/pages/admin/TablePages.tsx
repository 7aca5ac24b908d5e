import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { Card } from '../../components/Card.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadMore } from '../../components/LoadMore.tsx'
import { TextSkeleton } from '../../components/Skeleton.tsx'
import { Table } from '../../components/Table.tsx'
import { useShown } from '../../navigation.ts'

interface TablePages<Row extends { id: string | number }> {
  caption: string
  columns: ComponentProps<typeof Table<Row>>['columns']
  pages: UseInfiniteQueryResult<InfiniteData<{ rows: Row[]; next: string | null }>>
  /** Stands where there is no row. */
  empty: ReactNode
}

/** A table that goes on, page after page, on request. */
export function TablePages<Row extends { id: string | number }>({
  caption,
  columns,
  pages,
  empty,
}: TablePages<Row>) {
  const { path, search } = useShown()
  if (!pages.data)
    return (
      <Card padded aria-busy={pages.isFetching}>
        {pages.isFetching ? <TextSkeleton lines={12} /> : <ErrorState onRetry={() => pages.refetch()} />}
      </Card>
    )
  const rows = pages.data.pages.flatMap((page) => page.rows)
  const next = pages.data.pages.at(-1)?.next
  const address = new URLSearchParams(search)
  if (next) address.set('next', next)
  return (
    <>
      <Card aria-busy={pages.isFetching}>
        {rows.length === 0 ? (
          empty
        ) : (
          <Table caption={caption} hideCaption columns={columns} rows={rows} keyOf={({ id }) => String(id)} />
        )}
      </Card>
      {pages.isFetchNextPageError ? (
        <ErrorState onRetry={() => pages.fetchNextPage()} />
      ) : (
        next && (
          <LoadMore
            href={`${path}?${address}`}
            busy={pages.isFetchingNextPage}
            onLoad={() => pages.fetchNextPage()}
          />
        )
      )}
    </>
  )
}
