import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OutputOf } from '../../../../contract/endpoints/index.ts'
import type {
  BusyVoter,
  SlowVoter,
  UncountedVoter,
  VoteTarget,
  VotingAccount,
} from '../../../../contract/entities/votePattern.ts'
import { entriesOf } from '../../../../contract/objects.ts'
import { t } from '../../../../contract/texts/t.ts'
import { votePeriods } from '../../../../contract/words.ts'
import { slowVotersQuery, uncountedVotersQuery, votePatternsQuery } from '../../../data/admin/votePatterns.ts'
import { pathOfUser } from '../../../data/users/userPath.ts'
import { useShownPage } from '../../../router/page.ts'
import { Section } from '../../../ui/layout/Section.tsx'
import { Link } from '../../../ui/navigation/Link.tsx'
import { SegmentedLinks } from '../../../ui/navigation/SegmentedLinks.tsx'
import { Count } from '../../../ui/text/Count.tsx'
import { formatDate } from '../../../ui/text/formatDate.ts'
import { rich } from '../../../ui/text/rich.ts'
import { Time } from '../../../ui/text/Time.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import { parseVotePeriod, pathOfScreen } from '../tableParams.ts'
import { BulkActions, type OfferedAction } from '../users/BulkActions.tsx'
import { type ChosenAccounts, useChosenAccounts } from '../users/useChosenAccounts.ts'
import { AccountTable } from './AccountTable.tsx'
import { useFirstRows } from './useFirstRows.tsx'
import styles from './Votes.module.css'

/** What is unusual about votes, and the accounts whose votes do not count. Never who voted for what. */
export function Votes() {
  const period = parseVotePeriod(new URLSearchParams(useShownPage().search))
  const { data } = useSuspenseQuery(votePatternsQuery(period))
  const labels = { day: t('Last 24 hours'), week: t('Last 7 days'), month: t('Last 30 days') }
  return (
    <>
      <ScreenHead title={t('Votes')} hint={t('Unusual patterns. Who voted for what stays private.')} />
      <div className="cards">
        <div className={styles.period}>
          <SegmentedLinks
            label={t('Period')}
            items={votePeriods.map((one) => ({
              href: `${pathOfScreen('votes')}?period=${one}`,
              label: labels[one],
              current: one === period,
            }))}
          />
          <p className={styles.quiet}>
            {data.isPartial
              ? t('Only the newest {count, plural, one {# vote was} other {# votes were}} checked.', {
                  count: data.votes,
                })
              : t('{count, plural, one {# vote} other {# votes}} checked.', { count: data.votes })}
          </p>
        </div>
        {/* Nobody acts on accounts that were ticked in another period and are no longer shown. */}
        <Patterns key={period} found={data} />
      </div>
    </>
  )
}

function Patterns({ found }: { found: OutputOf<'listVotePatterns'> }) {
  const { data: uncounted } = useSuspenseQuery(uncountedVotersQuery)
  const { data: slow } = useSuspenseQuery(slowVotersQuery)
  const chosen = useChosenAccounts()
  const accounts = accountsOf(found, uncounted.voters, slow.voters).filter(({ username }) =>
    chosen.has(username),
  )
  return (
    <>
      {accounts.length > 0 && (
        <div className={styles.chosen}>
          <BulkActions
            selection={{ usernames: accounts.map(({ username }) => username) }}
            offered={offeredActions(accounts, uncounted.voters)}
            onClear={chosen.clear}
          />
        </div>
      )}
      <Section
        id="groups"
        title={t('Voting together')}
        hint={t('Accounts with mostly the same votes. Popular posts are ignored.')}
      >
        <Each rows={found.groups} keyOf={({ number }) => String(number)}>
          {({ number, size, common, accounts }) => (
            <Pattern
              title={t('Group {number, number}', { number })}
              text={t(
                '{size, plural, one {# account} other {# accounts}}. Any two typically have {common, plural, one {# vote} other {# votes}} in common.',
                { size, common },
              )}
            >
              <AccountTable
                caption={t('Group {number, number}', { number })}
                rows={accounts}
                accountOf={itself}
                columns={[shareColumn(t('In common'))]}
                chosen={chosen}
              />
            </Pattern>
          )}
        </Each>
      </Section>
      <Section
        id="targets"
        title={t('Votes from similar accounts')}
        hint={t('At least half from one group, sign-up day or trust level 0.')}
      >
        <Each rows={found.targets} keyOf={({ username }) => username}>
          {(target) => (
            <Pattern
              title={<Link href={pathOfUser(target.username)}>@{target.username}</Link>}
              text={targetText(target)}
            >
              {target.accounts.length > 0 && (
                <>
                  <p className={styles.quiet}>{t('At least half of their votes are for this member:')}</p>
                  <AccountTable
                    caption={t('Voters for @{name}', { name: target.username })}
                    rows={target.accounts}
                    accountOf={itself}
                    chosen={chosen}
                  />
                </>
              )}
            </Pattern>
          )}
        </Each>
      </Section>
      <Section
        id="only-votes"
        title={t('Only voting')}
        hint={t('At least 20 votes, and no posts or comments.')}
      >
        <BusyVoters caption={t('Accounts that only vote')} rows={found.onlyVotes} chosen={chosen} />
      </Section>
      <Section id="fast" title={t('Fast voting')} hint={t('At least 20 votes within a minute.')}>
        <BusyVoters caption={t('Accounts that vote fast')} rows={found.fast} chosen={chosen} />
      </Section>
      <Section
        id="uncounted"
        title={t('Not counted')}
        hint={t("Votes from these accounts don't affect points.")}
      >
        {uncounted.voters.length === 0 ? (
          <p className={styles.quiet}>{t('All votes count.')}</p>
        ) : (
          <AccountTable
            caption={t("Accounts whose votes don't count")}
            rows={uncounted.voters}
            accountOf={({ account }) => account}
            withVotes={false}
            withAdmins
            columns={[
              {
                header: t('Which votes'),
                cell: ({ since }: UncountedVoter) =>
                  since === null ? t('All') : rich('Since {time}', { time: <Time at={since} /> }),
              },
              { header: t('Changed'), cell: ({ orderedAt }: UncountedVoter) => <Time at={orderedAt} /> },
              { header: t('Status'), cell: stateText },
            ]}
            chosen={chosen}
          />
        )}
        <Total {...uncounted} />
      </Section>
      <Section
        id="slow"
        title={t('Slowed down')}
        hint={t('These accounts can only cast a few votes an hour.')}
      >
        {slow.voters.length === 0 ? (
          <p className={styles.quiet}>{t('Everyone can vote normally.')}</p>
        ) : (
          <AccountTable
            caption={t('Slowed-down accounts')}
            rows={slow.voters}
            accountOf={({ account }) => account}
            withVotes={false}
            withAdmins
            columns={[{ header: t('Changed'), cell: ({ orderedAt }: SlowVoter) => <Time at={orderedAt} /> }]}
            chosen={chosen}
          />
        )}
        <Total {...slow} />
      </Section>
    </>
  )
}

/** The accounts on the page, each once, as the lists at the end have them where they do: those are read again more often. */
function accountsOf(
  { groups, targets, onlyVotes, fast }: OutputOf<'listVotePatterns'>,
  uncounted: readonly UncountedVoter[],
  slow: readonly SlowVoter[],
): VotingAccount[] {
  const all = [
    ...[...groups, ...targets].flatMap(({ accounts }) => accounts),
    ...[...onlyVotes, ...fast, ...uncounted, ...slow].map(({ account }) => account),
  ]
  return [...new Map(all.map((account) => [account.username, account])).values()]
}

/** Each action that concerns at least one of the selected accounts, for those. What was done about an admin's votes can only be ended. */
function offeredActions(
  accounts: readonly VotingAccount[],
  uncounted: readonly UncountedVoter[],
): OfferedAction[] {
  const withoutVotes = new Set(
    uncounted
      .filter(({ since, isEnding }) => since === null && !isEnding)
      .map(({ account }) => account.username),
  )
  const concerned = {
    uncount_votes: ({ isAdmin, username }) => !isAdmin && !withoutVotes.has(username),
    count_votes: ({ isCounted }) => !isCounted,
    slow_votes: ({ isAdmin, isSlowed }) => !isAdmin && !isSlowed,
    end_slow_votes: ({ isSlowed }) => isSlowed,
    ban: ({ isAdmin }) => !isAdmin,
  } satisfies Partial<Record<OfferedAction['action'], (account: VotingAccount) => boolean>>
  return entriesOf(concerned).flatMap(([action, isConcerned]) => {
    const usernames = accounts.filter(isConcerned).map(({ username }) => username)
    return usernames.length > 0 ? { action, selection: { usernames } } : []
  })
}

/** How many accounts there are, where not all are listed. */
const Total = ({ accounts, voters }: { accounts: number; voters: readonly unknown[] }) =>
  accounts > voters.length && (
    <p className={styles.quiet}>
      {t('{count, plural, one {# account} other {# accounts}} in total.', { count: accounts })}
    </p>
  )

const itself = (account: VotingAccount) => account
const percentOf = (share: number) => Math.round(share * 100)

const shareColumn = (header: string) =>
  ({
    header,
    align: 'end',
    cell: ({ share }: VotingAccount) =>
      share === null ? '–' : t('{percent, number}%', { percent: percentOf(share) }),
  }) as const

/** Why a member is listed. */
function targetText({ because, group, day, votes, fromVoters, usualShare, voters }: VoteTarget): string {
  const values = {
    percent: percentOf(fromVoters / votes),
    votes,
    voters,
    usual: percentOf(usualShare),
    group: group ?? 0,
    day: day === null ? '' : formatDate(new Date(day)),
  }
  switch (because) {
    case 'group':
      return t(
        '{percent, number}% of {votes, plural, one {# vote} other {# votes}} are from group {group, number} (usually {usual, number}%).',
        values,
      )
    case 'day':
      return t(
        '{percent, number}% of {votes, plural, one {# vote} other {# votes}} are from {voters, plural, one {# account} other {# accounts}} created on {day} (usually {usual, number}%).',
        values,
      )
    case 'new':
      return t(
        '{percent, number}% of {votes, plural, one {# vote} other {# votes}} are from {voters, plural, one {# account} other {# accounts}} at trust level 0 (usually {usual, number}%).',
        values,
      )
  }
}

function stateText({ isEnding, done }: UncountedVoter): string {
  if (done === null) return t('Done')
  const percent = percentOf(done)
  return isEnding
    ? t('Counting again: {percent, number}%', { percent })
    : t('Recounting: {percent, number}%', { percent })
}

const Nothing = () => <p className={styles.quiet}>{t('Nothing unusual.')}</p>

/** The first three, and the others on demand. */
function Each<Row>({
  rows,
  keyOf,
  children,
}: {
  rows: readonly Row[]
  keyOf: (row: Row) => string
  children: (row: Row) => ReactNode
}) {
  const { shown, showAll } = useFirstRows(rows, 3)
  if (rows.length === 0) return <Nothing />
  return (
    <div className={styles.patterns}>
      {shown.map((row) => (
        <div key={keyOf(row)}>{children(row)}</div>
      ))}
      {showAll && <div>{showAll}</div>}
    </div>
  )
}

const Pattern = ({ title, text, children }: { title: ReactNode; text: string; children: ReactNode }) => (
  <>
    <h3 className={styles.title}>{title}</h3>
    <p className={styles.why}>{text}</p>
    {children}
  </>
)

interface BusyVotersProps {
  caption: string
  rows: readonly BusyVoter[]
  chosen: ChosenAccounts
}

function BusyVoters({ caption, rows, chosen }: BusyVotersProps) {
  if (rows.length === 0) return <Nothing />
  return (
    <AccountTable
      caption={caption}
      rows={rows}
      accountOf={({ account }) => account}
      columns={[
        {
          header: t('Upvotes'),
          align: 'end',
          cell: ({ upvotes, account }) =>
            t('{percent, number}%', { percent: percentOf(upvotes / Math.max(account.votes, 1)) }),
        },
        { header: t('Votes per minute'), align: 'end', cell: ({ perMinute }) => <Count value={perMinute} /> },
        {
          header: t('Time between votes'),
          align: 'end',
          cell: ({ medianSeconds }) =>
            medianSeconds === null ? '–' : t('{seconds, number} s', { seconds: medianSeconds }),
        },
      ]}
      chosen={chosen}
    />
  )
}
