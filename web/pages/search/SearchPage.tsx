import { hashKey, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { formatNumber } from '../../../contract/texts/language.ts'
import { t } from '../../../contract/texts/t.ts'
import { type SearchKind, searchKinds } from '../../../contract/words.ts'
import { SiteContext } from '../../data/account/site.ts'
import { type FoundPage, resultCountsQuery, type SearchParams, searchQuery } from '../../data/site/search.ts'
import { DirectoryRow } from '../../features/communities/DirectoryRow.tsx'
import { FeedPages } from '../../features/feed/FeedPages.tsx'
import { feedItemKey } from '../../features/feed/feedMemory.ts'
import { progressText } from '../../features/search/progressText.ts'
import { parseSearch, pathOfSearch, webSearchUrl } from '../../features/search/searchPath.ts'
import { WelcomeCard } from '../../features/signup/WelcomeCard.tsx'
import { useShownPage } from '../../router/page.ts'
import { Head } from '../../shell/layout/Head.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { TabLinks } from '../../ui/navigation/TabLinks.tsx'
import { rich } from '../../ui/text/rich.ts'
import { FoundMember } from './FoundMember.tsx'
import { SearchFilters } from './SearchFilters.tsx'
import { SearchForm } from './SearchForm.tsx'
import styles from './SearchPage.module.css'
import { SearchResult } from './SearchResult.tsx'

const kindLabels = (): Record<SearchKind, string> => ({
  posts: t('Posts'),
  comments: t('Comments'),
  communities: t('Communities'),
  people: t('People'),
})

export default function SearchPage() {
  const search = new URLSearchParams(useShownPage().search)
  const searchParams = parseSearch(search)
  const hasOrder = searchParams.kind === 'posts' || searchParams.kind === 'comments'
  const from = search.get('next')
  const hasResults = useInfiniteQuery({ ...searchQuery({ ...searchParams, from }), enabled: false }).isSuccess
  return (
    <PageLayout aside={<WelcomeCard />}>
      <Head
        title={searchParams.q === '' ? t('Search') : t('{q} · Search', { q: searchParams.q })}
        noindex={searchParams.q !== ''}
      />
      <div className={styles.head}>
        <h1 className={styles.title}>{t('Search')}</h1>
        {/* A new query from another page mounts the page again. */}
        <SearchForm key={searchParams.q} searchParams={searchParams} isLoading={!hasResults} />
        <KindLinks searchParams={searchParams} hasResults={hasResults} />
      </div>
      {searchParams.q === '' ? (
        <EmptyState icon="search" title={t('What are you looking for?')} text={<SearchTips />} />
      ) : (
        <>
          {hasOrder && <SearchFilters searchParams={searchParams} />}
          <Found searchParams={searchParams} from={from} />
        </>
      )}
    </PageLayout>
  )
}

/** The kinds of results, with their counts once the results are loaded. */
function KindLinks({ searchParams, hasResults }: { searchParams: SearchParams; hasResults: boolean }) {
  const { q, kind: current, sort } = searchParams
  const { data: counts } = useQuery({ ...resultCountsQuery(q), enabled: q !== '' && hasResults })
  return (
    <TabLinks
      label={t('Search in')}
      items={searchKinds.map((kind) => ({
        label: kindLabels()[kind],
        href: pathOfSearch({ q, kind, sort }),
        current: kind === current,
        ...(counts && {
          count: counts[kind].isExact
            ? formatNumber(counts[kind].count)
            : t('{count, number}+', { count: counts[kind].count }),
        }),
      }))}
    />
  )
}

function Found({ searchParams, from }: { searchParams: SearchParams; from: string | null }) {
  const query = searchQuery({ ...searchParams, from })
  const found = useInfiniteQuery(query)
  const empty = <NothingFound searchParams={searchParams} />
  if (searchParams.kind === 'posts' || searchParams.kind === 'comments')
    return (
      <>
        <Progress progress={found.data?.pages[0]?.progress} />
        <Communities communities={found.data?.pages[0]?.communities} />
        <Nearest searchParams={searchParams} nearest={found.data?.pages[0]?.nearest} />
        <FeedPages
          name={hashKey(query.queryKey)}
          feed={found}
          itemsOf={({ contents }) => contents}
          keyOf={({ type, item }) => feedItemKey(type, item.id)}
          show={(content) => <SearchResult found={content} />}
          empty={empty}
        />
        {found.data && !found.hasNextPage && found.data.pages.some((page) => page.endsEarly) && (
          <EarlyEnd searchParams={searchParams} />
        )}
        {found.data && !found.hasNextPage && found.data.pages[0]?.contents.length !== 0 && (
          <WebSearch searchParams={searchParams} />
        )}
      </>
    )
  if (!found.data)
    return found.isFetching ? (
      <Spinner label={t('Searching')} />
    ) : (
      <ErrorState onRetry={() => found.refetch()} />
    )
  const [{ communities, users } = { communities: [], users: [] }] = found.data.pages
  if (communities.length + users.length === 0) return empty
  return (
    <ul className={styles.names}>
      {communities.map((community) => (
        <DirectoryRow key={community.id} community={community} />
      ))}
      {users.map((user) => (
        <FoundMember key={user.id} user={user} />
      ))}
    </ul>
  )
}

/** The community that the query names, above the posts. */
function Communities({ communities = [] }: { communities: FoundPage['communities'] | undefined }) {
  if (communities.length === 0) return null
  return (
    <ul className={styles.names}>
      {communities.map((community) => (
        <DirectoryRow key={community.id} community={community} />
      ))}
    </ul>
  )
}

/** After an import, texts are found one batch after the other. */
function Progress({ progress }: { progress: FoundPage['progress'] | undefined }) {
  return (
    progress && (
      <p className={styles.nearest} role="status">
        {`${progressText(progress)} ${t('Results may be incomplete.')}`}
      </p>
    )
  )
}

/** A query that finds more, where this one may have a typing error. */
function Nearest({
  searchParams,
  nearest,
}: {
  searchParams: SearchParams
  nearest: FoundPage['nearest'] | undefined
}) {
  if (!nearest) return null
  const nearestLink = <Link href={pathOfSearch({ ...searchParams, q: nearest.q })}>{nearest.q}</Link>
  return (
    <p className={styles.nearest} role="status">
      {nearest.isShown
        ? rich('No results for “{q}”. Showing results for {nearest}.', {
            q: searchParams.q,
            nearest: nearestLink,
          })
        : rich('Did you mean {nearest}?', { nearest: nearestLink })}
    </p>
  )
}

/** At the end of results that may not be all. */
function EarlyEnd({ searchParams }: { searchParams: SearchParams }) {
  return (
    <p className={styles.nearest}>
      {searchParams.sort === 'new'
        ? t('There may be more results. Narrow your search to see them.')
        : rich('These are the best results. Narrow your search or <new>sort by New</new> to see more.', {
            new: (inside) => <Link href={pathOfSearch({ ...searchParams, sort: 'new' })}>{inside}</Link>,
          })}
    </p>
  )
}

function NothingFound({ searchParams }: { searchParams: SearchParams }) {
  return (
    <EmptyState
      icon="search"
      title={t('No results for “{q}”', { q: searchParams.q })}
      text={<SearchTips />}
      action={<WebSearch searchParams={searchParams} />}
    />
  )
}

function WebSearch({ searchParams }: { searchParams: SearchParams }) {
  const site = useContext(SiteContext)
  return (
    <p className={styles.web}>
      <Button
        variant="soft"
        icon="external"
        href={webSearchUrl(searchParams.q, site.origin)}
        target="_blank"
        rel="noreferrer"
      >
        {t('Search this site with DuckDuckGo')}
      </Button>
    </p>
  )
}

const tipsOf = () =>
  [
    [t('"exact phrase"'), t('words in this order')],
    [t('owls or herons'), t('either word')],
    [t('owls -snowy'), t('exclude a word')],
    ['author:name', t('by one member')],
    ['-author:name', t('not by this member')],
    ['community:name', t('in one community')],
    ['type:link', t('one post type: link, text or image')],
    ['after:2025-06 before:2026', t('between two dates')],
  ] as const

/** The syntax of queries. */
function SearchTips() {
  return (
    <dl className={styles.tips}>
      {tipsOf().map(([example, meaning]) => (
        <div key={example} className={styles.tip}>
          <dt>
            <code>{example}</code>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
