import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { failureText } from '../../features/failures/failureText.ts'
import { Loading } from '../../features/failures/Loading.tsx'
import { messageText } from '../../features/failures/refusalText.ts'
import { useShownPage } from '../../router/page.ts'
import { LoadMore } from '../../ui/buttons/LoadMore.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Table } from '../../ui/layout/Table.tsx'

interface PagedTableProps<Page, Row> extends Omit<ComponentProps<typeof Table<Row>>, 'rows' | 'hideCaption'> {
  list: UseInfiniteQueryResult<InfiniteData<Page>>
  rowsOf: (page: Page) => readonly Row[]
  /** Cursor of the page after `page`, if the URL can contain it for readers without JavaScript. */
  nextOf?: (page: Page) => string | null
  /** Why the filters of a page are refused. */
  refusalOf?: (page: Page) => string | null
  /** Shown instead of the table when it has no rows. */
  empty: ReactNode
}

/** A table of the dashboard. "Load more" appends the next page. */
export function PagedTable<Page, Row>(props: PagedTableProps<Page, Row>) {
  const { list, rowsOf, nextOf, refusalOf, empty, ...table } = props
  const { path, search } = useShownPage()
  const { data, error, isFetchingNextPage, isFetchNextPageError, hasNextPage } = list
  if (!data) return <Loading error={error} onRetry={list.refetch} />
  const [firstPage] = data.pages
  const refusal = firstPage && refusalOf?.(firstPage)
  if (refusal) return <ErrorState title={t('Try different filters')} text={messageText(refusal)} />
  const rows = data.pages.flatMap(rowsOf)
  const lastPage = data.pages.at(-1)
  const next = lastPage && nextOf?.(lastPage)
  if (rows.length === 0) return empty
  return (
    <>
      <Card>
        <Table {...table} hideCaption rows={rows} />
      </Card>
      {isFetchNextPageError ? (
        <ErrorState text={failureText(error)} onRetry={() => list.fetchNextPage()} />
      ) : (
        hasNextPage && (
          <LoadMore
            busy={isFetchingNextPage}
            onLoad={() => list.fetchNextPage()}
            {...(next && { href: `${path}?${withNext(search, next)}` })}
          />
        )
      )}
    </>
  )
}

function withNext(search: string, next: string): URLSearchParams {
  const query = new URLSearchParams(search)
  query.set('next', next)
  return query
}
