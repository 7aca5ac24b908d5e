import type { ReactNode } from 'react'
import type { VotingAccount } from '../../../../contract/entities/votePattern.ts'
import { t } from '../../../../contract/texts/t.ts'
import { pathOfUser } from '../../../data/users/userPath.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Table } from '../../../ui/layout/Table.tsx'
import { Link } from '../../../ui/navigation/Link.tsx'
import { Count } from '../../../ui/text/Count.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import tableStyles from '../Tables.module.css'
import { AccountChoice } from '../users/AccountChoice.tsx'
import type { ChosenAccounts } from '../users/useChosenAccounts.ts'
import { useFirstRows } from './useFirstRows.tsx'
import styles from './Votes.module.css'

interface AccountTableProps<Row> {
  caption: string
  rows: readonly Row[]
  accountOf: (row: Row) => VotingAccount
  /** Beside what all accounts have. */
  columns?: readonly { header: string; cell: (row: Row) => ReactNode; align?: 'start' | 'end' }[]
  withVotes?: boolean
  /** Whether admins can be ticked, too. */
  withAdmins?: boolean
  chosen: ChosenAccounts
}

/** Accounts, each of which can be ticked, or all at once; the first five until all are asked for. */
export function AccountTable<Row>({
  caption,
  rows,
  accountOf,
  columns = [],
  withVotes = true,
  withAdmins = false,
  chosen,
}: AccountTableProps<Row>) {
  const { shown, showAll } = useFirstRows(rows, 5)
  const isChangeable = ({ isAdmin }: VotingAccount) => withAdmins || !isAdmin
  const names = rows
    .map(accountOf)
    .filter(isChangeable)
    .map(({ username }) => username)
  const areAllChosen = names.length > 0 && names.every((name) => chosen.has(name))
  return (
    <div className={styles.accounts}>
      <Table
        caption={caption}
        hideCaption
        stacksOnPhones
        rows={shown}
        keyOf={(row) => accountOf(row).username}
        columns={[
          {
            header: t('User'),
            cell: (row) => {
              const account = accountOf(row)
              return (
                <AccountChoice
                  username={account.username}
                  chosen={chosen}
                  isChangeable={isChangeable(account)}
                >
                  <AccountName account={account} />
                </AccountChoice>
              )
            },
          },
          {
            header: t('Joined'),
            cell: (row) => (
              <span className={tableStyles.short}>
                <Time at={accountOf(row).createdAt} />
              </span>
            ),
          },
          { header: t('Trust level'), align: 'end', cell: (row) => accountOf(row).trustLevel },
          {
            header: t('Posts and comments'),
            align: 'end',
            cell: (row) => <Count value={accountOf(row).noPosts + accountOf(row).noComments} />,
          },
          ...(withVotes
            ? [
                {
                  header: t('Votes'),
                  align: 'end',
                  cell: (row: Row) => <Count value={accountOf(row).votes} />,
                } as const,
              ]
            : []),
          ...columns,
        ]}
      />
      <div className={styles.buttons}>
        {showAll}
        {names.length > 1 && !areAllChosen && (
          <Button
            small
            variant="soft"
            disabled={!chosen.hasRoomFor(names)}
            onClick={() => chosen.choose(names, true)}
          >
            {t('{count, plural, one {Select # account} other {Select all # accounts}}', {
              count: names.length,
            })}
          </Button>
        )}
      </div>
    </div>
  )
}

function AccountName({ account }: { account: VotingAccount }) {
  const { username, isAdmin, isSuspended, isCounted, isSlowed } = account
  return (
    <span className={tableStyles.named}>
      <Link href={pathOfUser(username)} className={tableStyles.link}>
        @{username}
      </Link>
      {isAdmin && <Tag>{t('Admin')}</Tag>}
      {isSuspended && <Tag tone="danger">{t('Suspended')}</Tag>}
      {!isCounted && <Tag tone="neutral">{t('Not counted')}</Tag>}
      {isSlowed && <Tag tone="neutral">{t('Voting slowed down')}</Tag>}
    </span>
  )
}
