import { useInfiniteQuery } from '@tanstack/react-query'
import type { Community } from '../../../contract/entities/community.ts'
import { Button } from '../../components/Button.tsx'
import { Count } from '../../components/Count.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Link } from '../../components/Link.tsx'
import { Tag } from '../../components/Tag.tsx'
import { Time } from '../../components/Time.tsx'
import { allCommunitiesQuery } from '../../data/adminTables.ts'
import { useShown } from '../../navigation.ts'
import { useDialogs } from '../../shell/dialogs.tsx'
import { PagedTable } from './PagedTable.tsx'
import styles from './Tables.module.css'
import { readTable } from './tableAddress.ts'

/** Every community there is. */
export function AllCommunities() {
  const address = readTable(new URLSearchParams(useShown().search))
  const dialogs = useDialogs()
  return (
    <PagedTable
      caption="Communities"
      stacksOnPhones
      columns={columns}
      list={useInfiniteQuery(allCommunitiesQuery(address))}
      rowsOf={({ rows }) => rows}
      nextOf={({ next }) => next}
      keyOf={({ id }) => id}
      empty={
        <EmptyState
          icon="communities"
          title="No communities yet"
          text="Posts need a community to stand in."
          action={
            <Button icon="add" onClick={() => dialogs.open('create-community')}>
              Create community
            </Button>
          }
        />
      }
    />
  )
}

const columns = [
  {
    header: 'Community',
    cell: (community: Community) => (
      <span className={styles.named}>
        <Link href={`/${community.name}`} className={styles.link}>
          {community.name}
        </Link>
        {community.nsfw && <Tag tone="danger">NSFW</Tag>}
        {community.postingRestricted && <Tag tone="neutral">Restricted</Tag>}
      </span>
    ),
  },
  { header: 'Members', align: 'end', cell: ({ noMembers }: Community) => <Count value={noMembers} /> },
  {
    header: 'About',
    cell: ({ about }: Community) => (
      <span className={styles.excerpt} dir="auto">
        {about || '–'}
      </span>
    ),
  },
  {
    header: 'Created',
    cell: ({ createdAt }: Community) => (
      <span className={styles.short}>
        <Time at={createdAt} />
      </span>
    ),
  },
] as const
