import { useInfiniteQuery } from '@tanstack/react-query'
import type { Community } from '../../../contract/entities/community.ts'
import { t } from '../../../contract/texts/t.ts'
import { allCommunitiesQuery } from '../../data/admin/adminTables.ts'
import { useDialogs } from '../../features/dialogs/dialogs.tsx'
import { useShownPage } from '../../router/page.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { Count } from '../../ui/text/Count.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { PagedTable } from './PagedTable.tsx'
import styles from './Tables.module.css'
import { parseTable } from './tableParams.ts'

export function AllCommunities() {
  const tableParams = parseTable(new URLSearchParams(useShownPage().search))
  const dialogs = useDialogs()
  return (
    <PagedTable
      caption={t('Communities')}
      stacksOnPhones
      columns={columns()}
      list={useInfiniteQuery(allCommunitiesQuery(tableParams))}
      rowsOf={({ rows }) => rows}
      nextOf={({ next }) => next}
      keyOf={({ id }) => id}
      empty={
        <EmptyState
          icon="communities"
          title={t('No communities yet')}
          text={t('Create a community so people can post.')}
          action={
            <Button icon="add" onClick={() => dialogs.open('create-community')}>
              {t('Create community')}
            </Button>
          }
        />
      }
    />
  )
}

const columns = () =>
  [
    {
      header: t('Community'),
      cell: (community: Community) => (
        <span className={styles.named}>
          <Link href={`/${community.name}`} className={styles.link}>
            {community.name}
          </Link>
          {community.nsfw && <Tag tone="danger">{t('NSFW')}</Tag>}
          {community.postingRestricted && <Tag tone="neutral">{t('Restricted')}</Tag>}
        </span>
      ),
    },
    { header: t('Members'), align: 'end', cell: ({ noMembers }: Community) => <Count value={noMembers} /> },
    {
      header: t('About'),
      cell: ({ about }: Community) => (
        <span className={styles.excerpt} dir="auto">
          {isolated(about || '–')}
        </span>
      ),
    },
    {
      header: t('Created'),
      cell: ({ createdAt }: Community) => (
        <span className={styles.short}>
          <Time at={createdAt} />
        </span>
      ),
    },
  ] as const
