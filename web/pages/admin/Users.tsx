import { useInfiniteQuery } from '@tanstack/react-query'
import type { User } from '../../../contract/entities/ownUser.ts'
import { allUsersQuery } from '../../data/admin/adminTables.ts'
import { pathOfUser } from '../../data/users/userPath.ts'
import { useShownPage } from '../../router/page.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { Count } from '../../ui/text/Count.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { PagedTable } from './PagedTable.tsx'
import styles from './Tables.module.css'
import { parseUsers, pathOfScreen } from './tableParams.ts'
import { UserSearch } from './UserSearch.tsx'

export function Users() {
  const tableParams = parseUsers(new URLSearchParams(useShownPage().search))
  return (
    <>
      {/* The field starts with the text of the new search. */}
      <UserSearch key={tableParams.q} text={tableParams.q} />
      <PagedTable
        caption="Users"
        stacksOnPhones
        columns={columns}
        list={useInfiniteQuery(allUsersQuery(tableParams))}
        rowsOf={({ rows }) => rows}
        nextOf={({ next }) => next}
        keyOf={({ id }) => id}
        empty={
          <EmptyState
            icon="user"
            title={tableParams.q ? 'Nobody found' : 'No users'}
            text={tableParams.q && 'Search for a part of a name or e-mail address, or for an IP address.'}
            action={tableParams.q && <Button href={pathOfScreen('users')}>Show all users</Button>}
          />
        }
      />
    </>
  )
}

const none = '–'

const columns = [
  {
    header: 'User',
    cell: (user: User) => (
      <span className={styles.named}>
        <Link href={pathOfUser(user.username)} className={styles.link}>
          @{user.username}
        </Link>
        {user.isAdmin && <Tag>Admin</Tag>}
        {user.isBanned && <Tag tone="danger">Suspended</Tag>}
        {user.deleted && <Tag tone="danger">Deleted</Tag>}
      </span>
    ),
  },
  { header: 'Points', align: 'end', cell: ({ points }: User) => <Count value={points} /> },
  { header: 'Posts', align: 'end', cell: ({ noPosts }: User) => <Count value={noPosts} /> },
  { header: 'Comments', align: 'end', cell: ({ noComments }: User) => <Count value={noComments} /> },
  { header: 'E-mail', cell: ({ email }: User) => <span className={styles.email}>{email ?? none}</span> },
  { header: 'Joined', cell: ({ createdAt, createdIP }: User) => <Visit at={createdAt} ip={createdIP} /> },
  {
    header: 'Last seen',
    cell: ({ lastSeen, lastSeenIP }: User) => (lastSeen ? <Visit at={lastSeen} ip={lastSeenIP} /> : none),
  },
] as const

/** When, and from which IP address, which links to all users of that address. */
const Visit = ({ at, ip }: { at: string; ip: string | null | undefined }) => (
  <span className={styles.short}>
    <Time at={at} />
    {ip && (
      <Link
        href={`${pathOfScreen('users')}?${new URLSearchParams({ q: ip })}`}
        className={styles.address}
        title="Users from this address"
      >
        {ip}
      </Link>
    )}
  </span>
)
