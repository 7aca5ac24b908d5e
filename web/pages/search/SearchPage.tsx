import { hashKey, useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useContext, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { SegmentedLinks } from '../../components/SegmentedLinks.tsx'
import { Spinner } from '../../components/Spinner.tsx'
import { TabLinks } from '../../components/TabLinks.tsx'
import { TextField } from '../../components/TextField.tsx'
import { type SearchAddress, type SearchKind, type SearchSort, searchQuery } from '../../data/search.ts'
import { useNavigator, useShown } from '../../navigation.ts'
import { Head } from '../../shell/Head.tsx'
import { PageLayout } from '../../shell/PageLayout.tsx'
import { SiteContext } from '../../shell/site.ts'
import { DirectoryRow } from '../communities/DirectoryRow.tsx'
import { FeedPages } from '../feed/FeedPages.tsx'
import { feedItemKey } from '../feed/feedMemory.ts'
import { WelcomeCard } from '../home/WelcomeCard.tsx'
import { FoundMember } from './FoundMember.tsx'
import styles from './SearchPage.module.css'
import { SearchResult } from './SearchResult.tsx'
import { SearchTips } from './SearchTips.tsx'
import { addressOfSearch, addressOfWebSearch, readSearch } from './searchAddress.ts'

const kinds: readonly { kind: SearchKind; label: string }[] = [
  { kind: 'posts', label: 'Posts' },
  { kind: 'comments', label: 'Comments' },
  { kind: 'communities', label: 'Communities' },
  { kind: 'people', label: 'People' },
]
const sorts: readonly { sort: SearchSort; label: string }[] = [
  { sort: 'relevance', label: 'Best match' },
  { sort: 'new', label: 'New' },
  { sort: 'top', label: 'Top' },
]

/** Posts, comments, communities and people that fit a question. */
export default function SearchPage() {
  const search = new URLSearchParams(useShown().search)
  const address = readSearch(search)
  const hasOrder = address.kind === 'posts' || address.kind === 'comments'
  return (
    <PageLayout aside={<WelcomeCard />}>
      <Head title={address.q === '' ? 'Search' : `${address.q} – search`} noindex={address.q !== ''} />
      <div className={styles.head}>
        <h1 className={styles.title}>Search</h1>
        {/* Another question from elsewhere comes as a new page. */}
        <SearchForm key={address.q} address={address} />
        <TabLinks
          label="Look for"
          items={kinds.map(({ kind, label }) => ({
            label,
            href: addressOfSearch({ q: address.q, kind, sort: address.sort }),
            current: kind === address.kind,
          }))}
        />
      </div>
      {address.q === '' ? (
        <EmptyState icon="search" title="What are you looking for?" text={<SearchTips />} />
      ) : (
        <>
          {hasOrder && (
            <div className={styles.order}>
              <SegmentedLinks
                label="Sort by"
                items={sorts.map(({ sort, label }) => ({
                  label,
                  href: addressOfSearch({ ...address, sort }),
                  current: sort === address.sort,
                }))}
              />
            </div>
          )}
          <Found address={address} from={search.get('next')} />
        </>
      )}
    </PageLayout>
  )
}

function SearchForm({ address }: { address: SearchAddress }) {
  const { navigate } = useNavigator()
  const [text, setText] = useState(address.q)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    navigate(addressOfSearch({ ...address, q: text.trim() }))
  }
  return (
    <search>
      <form action="/search" className={styles.form} onSubmit={submit}>
        {address.kind !== 'posts' && <input type="hidden" name="in" value={address.kind} />}
        <div className={styles.field}>
          <TextField
            label="Words to look for"
            hideLabel
            type="search"
            name="q"
            placeholder="Words, “a phrase”, author:name …"
            autoComplete="off"
            autoFocus={address.q === ''}
            value={text}
            onChange={setText}
          />
        </div>
        <Button type="submit" variant="main" icon="search">
          Search
        </Button>
      </form>
    </search>
  )
}

function Found({ address, from }: { address: SearchAddress; from: string | null }) {
  const query = searchQuery({ ...address, from })
  const found = useInfiniteQuery(query)
  const empty = <NothingFound address={address} />
  if (address.kind === 'posts' || address.kind === 'comments')
    return (
      <>
        <FeedPages
          name={hashKey(query.queryKey)}
          feed={found}
          itemsOf={({ contents }) => contents}
          keyOf={({ type, item }) => feedItemKey(type, item.id)}
          show={(content) => <SearchResult found={content} />}
          empty={empty}
        />
        {found.data && !found.hasNextPage && found.data.pages[0]?.contents.length !== 0 && (
          <WebSearch address={address} />
        )}
      </>
    )
  if (!found.data)
    return found.isFetching ? <Spinner label="Searching" /> : <ErrorState onRetry={() => found.refetch()} />
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

function NothingFound({ address }: { address: SearchAddress }) {
  return (
    <EmptyState
      icon="search"
      title={`Nothing found for “${address.q}”`}
      text={<SearchTips />}
      action={<WebSearch address={address} />}
    />
  )
}

function WebSearch({ address }: { address: SearchAddress }) {
  const site = useContext(SiteContext)
  return (
    <p className={styles.web}>
      <Button
        variant="soft"
        icon="external"
        href={addressOfWebSearch(address.q, site.origin)}
        target="_blank"
        rel="noreferrer"
      >
        Search the web for it
      </Button>
    </p>
  )
}
