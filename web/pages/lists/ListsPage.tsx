import { useSuspenseQuery } from '@tanstack/react-query'
import { t } from '../../../contract/texts/t.ts'
import { listFilters, listSorts } from '../../../contract/words.ts'
import { useViewer } from '../../data/account/initial.ts'
import { pathOfList, pathOfLists } from '../../data/lists/listPaths.ts'
import { type ListsParams, listsQuery } from '../../data/lists/lists.ts'
import { useNavigator } from '../../router/navigator.ts'
import { useShownPage } from '../../router/page.ts'
import type { PageProps } from '../../router/route.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Head } from '../../shell/layout/Head.tsx'
import { PageHead } from '../../shell/layout/PageHead.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { SegmentedLinks } from '../../ui/navigation/SegmentedLinks.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { ListRow } from './ListRow.tsx'
import styles from './Lists.module.css'
import { isSameName, parseLists, pathOfListsPage } from './listsParams.ts'

const CreateListDialog = onDemand(() => import('../../features/lists/CreateListDialog.tsx'))

/** The lists of a member that the viewer may see. */
export default function ListsPage({ params }: PageProps) {
  const viewer = useViewer()
  const search = new URLSearchParams(useShownPage().search)
  const listsParams = parseLists(params.username ?? '', search, viewer)
  const { data: lists } = useSuspenseQuery(listsQuery(listsParams))
  const isOwner = isSameName(listsParams.username, viewer?.username)
  return (
    <PageLayout>
      <Head
        title={t('Lists by @{username}', { username: listsParams.username })}
        canonicalPath={pathOfLists(listsParams.username)}
        noindex={lists.length === 0}
      />
      <PageHead
        title={isOwner ? t('My lists') : t('Lists by @{username}', { username: listsParams.username })}
      >
        {isOwner && <CreateList username={listsParams.username} />}
      </PageHead>
      <Controls listsParams={listsParams} isOwner={isOwner} />
      {lists.length === 0 ? (
        <NoLists filter={listsParams.filter} isOwner={isOwner} />
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

const sortLabels = () => ({ lastAdded: t('Recently updated'), name: t('A–Z') })
const filterLabels = () => ({ all: t('All'), public: t('Public'), private: t('Private') })

function Controls({ listsParams, isOwner }: { listsParams: ListsParams; isOwner: boolean }) {
  return (
    <div className="filters">
      <SegmentedLinks
        label={t('Sort by')}
        items={listSorts.map((sort) => ({
          label: sortLabels()[sort],
          href: pathOfListsPage({ ...listsParams, sort }),
          current: sort === listsParams.sort,
        }))}
      />
      {isOwner && (
        <SegmentedLinks
          label={t('Show')}
          items={listFilters.map((filter) => ({
            label: filterLabels()[filter],
            href: pathOfListsPage({ ...listsParams, filter }),
            current: filter === listsParams.filter,
          }))}
        />
      )}
    </div>
  )
}

function NoLists({ filter, isOwner }: { filter: ListsParams['filter']; isOwner: boolean }) {
  if (!isOwner) return <EmptyState icon="save" title={t('No public lists')} />
  return (
    <EmptyState
      icon="save"
      title={t('{filter, select, public {No public lists} private {No private lists} other {No lists yet}}', {
        filter,
      })}
      text={t('Save posts and comments to lists so you can find them later.')}
    />
  )
}

function CreateList({ username }: { username: string }) {
  const layer = useLayer()
  const { navigate } = useNavigator()
  return (
    <span className={styles.action}>
      <Button small icon="add" onClick={layer.open}>
        {t('Create list')}
      </Button>
      {layer.isOpen && (
        <CreateListDialog
          username={username}
          onCreated={(list) => navigate(pathOfList(list))}
          onClose={layer.close}
        />
      )}
    </span>
  )
}
