import { useInfiniteQuery } from '@tanstack/react-query'
import type { User } from '../../../contract/entities/ownUser.ts'
import { Button } from '../../components/Button.tsx'
import { Count } from '../../components/Count.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Link } from '../../components/Link.tsx'
import { Tag } from '../../components/Tag.tsx'
import { Time } from '../../components/Time.tsx'
import { allUsersQuery } from '../../data/adminTables.ts'
import { addressOfUser } from '../../data/userAddress.ts'
import { useShown } from '../../navigation.ts'
import { PagedTable } from './PagedTable.tsx'
import styles from './Tables.module.css'
import { addressOfScreen, readUsers } from './tableAddress.ts'
import { UserSearch } from './UserSearch.tsx'

/** Every account there is. */
export function Users() {
  const address = readUsers(new URLSearchParams(useShown().search))
  return (
    <>
      {/* Another search begins with its own text in the field. */}
      <UserSearch key={address.q} text={address.q} />
      <PagedTable
        caption="Users"
        stacksOnPhones
        columns={columns}
        list={useInfiniteQuery(allUsersQuery(address))}
        rowsOf={({ rows }) => rows}
        nextOf={({ next }) => next}
        keyOf={({ id }) => id}
        empty={
          <EmptyState
            icon="user"
            title={address.q ? 'Nobody found' : 'No users'}
            text={address.q && 'Search for a part of a name or e-mail address, or for an IP address.'}
            action={address.q && <Button href={addressOfScreen('users')}>Show all users</Button>}
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
        <Link href={addressOfUser(user.username)} className={styles.link}>
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

/** When, and from which address, which leads to everybody else from there. */
const Visit = ({ at, ip }: { at: string; ip: string | null | undefined }) => (
  <span className={styles.short}>
    <Time at={at} />
    {ip && (
      <Link
        href={`${addressOfScreen('users')}?${new URLSearchParams({ q: ip })}`}
        className={styles.address}
        title="Users from this address"
      >
        {ip}
      </Link>
    )}
  </span>
)
