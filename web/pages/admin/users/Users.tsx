import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Member } from '../../../../contract/entities/member.ts'
import { t } from '../../../../contract/texts/t.ts'
import { useViewer } from '../../../data/account/initial.ts'
import type { FoundMembers } from '../../../data/admin/bulkActions.ts'
import { memberFilterOf, membersQuery } from '../../../data/admin/members.ts'
import { pathOfUser } from '../../../data/users/userPath.ts'
import { BadgeMarks } from '../../../features/authors/BadgeMarks.tsx'
import { useShownPage } from '../../../router/page.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Link } from '../../../ui/navigation/Link.tsx'
import { Count } from '../../../ui/text/Count.tsx'
import { useTextNow } from '../../../ui/text/clock.ts'
import { isolated } from '../../../ui/text/isolated.tsx'
import { rich } from '../../../ui/text/rich.ts'
import { Tag } from '../../../ui/text/Tag.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { PagedTable } from '../PagedTable.tsx'
import tableStyles from '../Tables.module.css'
import { parseMembers, pathOfScreen } from '../tableParams.ts'
import { AccountChoice } from './AccountChoice.tsx'
import { BulkActions } from './BulkActions.tsx'
import { FoundUsers } from './FoundUsers.tsx'
import { isNew } from './memberState.ts'
import { UserActions } from './UserActions.tsx'
import { UserSearch } from './UserSearch.tsx'
import styles from './Users.module.css'
import { useChosenAccounts } from './useChosenAccounts.ts'

/** All accounts, with actions on one or several of them. */
export function Users() {
  const { search } = useShownPage()
  const shown = parseMembers(new URLSearchParams(search))
  return (
    <>
      {/* The form starts with what the new URL says. */}
      <UserSearch key={search} shown={shown} />
      <UserTable key={`table${search}`} search={search} />
    </>
  )
}

function UserTable({ search }: { search: string }) {
  const viewer = useViewer()
  const shown = parseMembers(new URLSearchParams(search))
  const chosen = useChosenAccounts()
  const [found, setFound] = useState<FoundMembers | null>(null)
  const filter = memberFilterOf(shown)
  const isNarrowed = Object.keys(filter).length > 0
  const clear = () => {
    chosen.clear()
    setFound(null)
  }
  return (
    <>
      {isNarrowed && <FoundUsers shown={shown} isSelected={found !== null} onSelect={setFound} />}
      <BulkActions selection={found ? { filter, found } : { usernames: chosen.usernames }} onClear={clear} />
      <PagedTable
        caption={t('Users')}
        stacksOnPhones
        list={useInfiniteQuery(membersQuery(shown))}
        rowsOf={({ rows }) => rows}
        nextOf={({ next }) => next}
        refusalOf={({ refusal }) => refusal}
        keyOf={({ id }) => id}
        columns={[
          {
            header: t('User'),
            cell: (member) => (
              <AccountChoice
                username={member.username}
                chosen={chosen}
                isChangeable={found === null && isChangeable(member)}
                {...(found && { checked: isChangeable(member) })}
              >
                <UserName member={member} />
              </AccountChoice>
            ),
          },
          ...columns(),
          {
            header: t('Actions'),
            cell: (member) =>
              member.deletedAt || member.username === viewer?.username ? (
                <span className={styles.none} data-empty="">
                  –
                </span>
              ) : (
                <span data-actions="">
                  <UserActions member={member} />
                </span>
              ),
          },
        ]}
        empty={
          <EmptyState
            icon="user"
            title={isNarrowed ? t('No users found') : t('No users')}
            text={isNarrowed && t('Try the start of a name, a full email or an IP address.')}
            action={isNarrowed && <Button href={pathOfScreen('users')}>{t('Show all users')}</Button>}
          />
        }
      />
    </>
  )
}

/** Whether bulk actions change the account. */
const isChangeable = ({ isAdmin, deletedAt }: Member) => !isAdmin && deletedAt === null

function UserName({ member }: { member: Member }) {
  const newness = useTextNow((now) => (isNew(member, now) ? t('New') : ''))
  return (
    <span className={tableStyles.named}>
      <Link href={pathOfUser(member.username)} className={tableStyles.link}>
        @{member.username}
      </Link>
      <BadgeMarks types={member.badges.map(({ type }) => type)} />
      {member.isAdmin && <Tag>{t('Admin')}</Tag>}
      {member.moderates > 0 && <Tag tone="neutral">{t('Moderator')}</Tag>}
      {newness && <Tag tone="neutral">{newness}</Tag>}
      {member.bannedAt && <Tag tone="danger">{t('Suspended')}</Tag>}
      {member.votesSlowedAt && <Tag tone="neutral">{t('Voting slowed down')}</Tag>}
      {member.deletedAt && <Tag tone="danger">{t('Deleted')}</Tag>}
      {member.sharesAddressWithBanned && (
        <Tag tone="danger">{t('Shares an IP address with a suspended member')}</Tag>
      )}
    </span>
  )
}

const none = '–'

const columns = () =>
  [
    { header: t('Posts'), align: 'end', cell: ({ noPosts }: Member) => <Count value={noPosts} /> },
    { header: t('Comments'), align: 'end', cell: ({ noComments }: Member) => <Count value={noComments} /> },
    {
      header: t('Email'),
      cell: ({ email, emailConfirmedAt, emailRefusedAt }: Member) => (
        <span className={tableStyles.email} data-empty={email === null ? '' : undefined}>
          {email ?? none} {email && !emailConfirmedAt && <Tag tone="neutral">{t('Not confirmed')}</Tag>}{' '}
          {email && emailRefusedAt && <Tag tone="danger">{t('Email bounced')}</Tag>}
        </span>
      ),
    },
    {
      header: t('Joined'),
      cell: ({ createdAt, createdIP, ageDeclared }: Member) => (
        <>
          <Visit at={createdAt} ip={createdIP} />
          {ageDeclared && <Age {...ageDeclared} />}
        </>
      ),
    },
    {
      header: t('Last seen'),
      cell: ({ lastSeen, lastSeenIP }: Member) => <Visit at={lastSeen} ip={lastSeenIP} />,
    },
    {
      header: t('Banned'),
      cell: ({ bannedAt, siteBan }: Member) =>
        siteBan ? (
          <SiteBan ban={siteBan} />
        ) : bannedAt ? (
          <Time at={bannedAt} />
        ) : (
          <span className={styles.none} data-empty="">
            {none}
          </span>
        ),
    },
  ] as const

/** Kind, start, end, author and reason of the ban. */
const SiteBan = ({ ban }: { ban: NonNullable<Member['siteBan']> }) => (
  <span className={styles.ban}>
    {rich(
      '{kind, select, posting {Banned from posting {time}} commenting {Banned from commenting {time}} participating {Banned from everything except reading {time}} other {Suspended {time}}}',
      { kind: ban.kind, time: <Time at={ban.createdAt} /> },
    )}
    {ban.bannedBy && ` · ${t('By @{name}', { name: ban.bannedBy })}`}
    {ban.expiresAt && (
      <>
        {' · '}
        {rich('Until {date}', { date: <Time at={ban.expiresAt} format="date" /> })}
      </>
    )}
    {ban.reason && (
      <>
        {' · '}
        {rich('Reason: {reason}', { reason: <bdi>{isolated(ban.reason)}</bdi> })}
      </>
    )}
  </span>
)

/** What a member said about their age. */
const Age = ({ atLeast, declaredAt }: NonNullable<Member['ageDeclared']>) => (
  <span className={styles.age}>
    {rich('Age {years, number}+ (declared {time})', { years: atLeast, time: <Time at={declaredAt} /> })}
  </span>
)

/** Time and IP address, with a link to all users of that address. */
const Visit = ({ at, ip }: { at: string; ip: string | null }) => (
  <span className={tableStyles.short}>
    <Time at={at} />
    {ip && (
      <Link
        href={`${pathOfScreen('users')}?${new URLSearchParams({ ip })}`}
        className={tableStyles.address}
        title={t('Members with this IP address')}
      >
        {ip}
      </Link>
    )}
  </span>
)
