import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { Card } from '../../components/Card.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadMore } from '../../components/LoadMore.tsx'
import { Spinner } from '../../components/Spinner.tsx'
import { Table } from '../../components/Table.tsx'
import { failureText } from '../../shell/failureText.ts'
import styles from './PagedTable.module.css'

interface PagedTable<Page, Row> extends Omit<ComponentProps<typeof Table<Row>>, 'rows' | 'hideCaption'> {
  list: UseInfiniteQueryResult<InfiniteData<Page>>
  rowsOf: (page: Page) => readonly Row[]
  /** Stands in place of the table when there is nothing to list. */
  empty: ReactNode
}

/** A table of the dashboard, one page below the other on request. */
export function PagedTable<Page, Row>({ list, rowsOf, empty, ...table }: PagedTable<Page, Row>) {
  const { data, error, isFetchingNextPage, isFetchNextPageError, hasNextPage } = list
  if (!data)
    return error ? (
      <ErrorState text={failureText(error)} onRetry={() => list.refetch()} />
    ) : (
      <div className={styles.waiting}>
        <Spinner label="Loading" />
      </div>
    )
  const rows = data.pages.flatMap(rowsOf)
  if (rows.length === 0) return empty
  return (
    <>
      <Card>
        <Table {...table} hideCaption rows={rows} />
      </Card>
      {isFetchNextPageError ? (
        <ErrorState text={failureText(error)} onRetry={() => list.fetchNextPage()} />
      ) : (
        hasNextPage && <LoadMore busy={isFetchingNextPage} onLoad={() => list.fetchNextPage()} />
      )}
    </>
  )
}
