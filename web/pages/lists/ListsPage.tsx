import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { SegmentedLinks } from '../../components/SegmentedLinks.tsx'
import { useViewer } from '../../data/initial.ts'
import { addressOfList, addressOfLists } from '../../data/listAddresses.ts'
import { type ListsAddress, listsFilters, listsQuery, listsSorts } from '../../data/lists.ts'
import { useNavigator, useShown } from '../../navigation.ts'
import type { PageProps } from '../../routes.tsx'
import { Head } from '../../shell/Head.tsx'
import { PageLayout } from '../../shell/PageLayout.tsx'
import { useLayer } from '../../shell/useLayer.ts'
import { ListRow } from './ListRow.tsx'
import styles from './Lists.module.css'
import { addressOfListsPage, isSameName, readLists } from './listsAddress.ts'

const CreateListDialog = lazy(() => import('../../shell/lists/CreateListDialog.tsx'))

/** The lists of a member that the viewer may see. */
export default function ListsPage({ params }: PageProps) {
  const viewer = useViewer()
  const search = new URLSearchParams(useShown().search)
  const address = readLists(params.username ?? '', search, viewer)
  const { data: lists } = useSuspenseQuery(listsQuery(address))
  const isOwner = isSameName(address.username, viewer?.username)
  return (
    <PageLayout>
      <Head
        title={`Lists of @${address.username}`}
        canonicalPath={addressOfLists(address.username)}
        noindex={lists.length === 0}
      />
      <div className={styles.head}>
        <h1 className={styles.title}>{isOwner ? 'My lists' : `Lists of @${address.username}`}</h1>
        {isOwner && <CreateList username={address.username} />}
      </div>
      <Controls address={address} isOwner={isOwner} />
      {lists.length === 0 ? (
        <NoLists filter={address.filter} isOwner={isOwner} />
      ) : (
        <Card>
          <ul>
            {lists.map((list) => (
              <ListRow key={list.id} list={list} />
            ))}
          </ul>
        </Card>
      )}
    </PageLayout>
  )
}

const sortLabels = { lastAdded: 'Last added', name: 'A–Z' } as const
const filterLabels = { all: 'All', public: 'Public', private: 'Private' } as const

function Controls({ address, isOwner }: { address: ListsAddress; isOwner: boolean }) {
  return (
    <div className={styles.controls}>
      <SegmentedLinks
        label="Sort by"
        items={listsSorts.map((sort) => ({
          label: sortLabels[sort],
          href: addressOfListsPage({ ...address, sort }),
          current: sort === address.sort,
        }))}
      />
      {isOwner && (
        <SegmentedLinks
          label="Show"
          items={listsFilters.map((filter) => ({
            label: filterLabels[filter],
            href: addressOfListsPage({ ...address, filter }),
            current: filter === address.filter,
          }))}
        />
      )}
    </div>
  )
}

function NoLists({ filter, isOwner }: { filter: ListsAddress['filter']; isOwner: boolean }) {
  if (!isOwner) return <EmptyState icon="save" title="No lists to be seen here" />
  return (
    <EmptyState
      icon="save"
      title={filter === 'all' ? 'No lists yet' : `No ${filter} lists`}
      text="Lists keep posts and comments that you want to find again."
    />
  )
}

function CreateList({ username }: { username: string }) {
  const layer = useLayer()
  const { navigate } = useNavigator()
  return (
    <span className={styles.action}>
      <Button small icon="add" onClick={layer.open}>
        Create list
      </Button>
      {layer.isOpen && (
        <Suspense>
          <CreateListDialog
            username={username}
            onCreated={(list) => navigate(addressOfList(list))}
            onClose={layer.close}
          />
        </Suspense>
      )}
    </span>
  )
}
