import { useQuery } from '@tanstack/react-query'
import type { RelatedAccounts as Related, RelatedAccount } from '../../../contract/entities/relatedAccount.ts'
import { limits } from '../../../contract/limits.ts'
import { listText } from '../../../contract/texts/list.ts'
import { t } from '../../../contract/texts/t.ts'
import { relatedAccountsQuery } from '../../data/admin/members.ts'
import { pathOfUser } from '../../data/users/userPath.ts'
import { Link } from '../../ui/navigation/Link.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { Loading } from '../failures/Loading.tsx'
import styles from './MemberHistory.module.css'

/** For admins: accounts that may belong to the same person, judged by stored IP addresses. */
export function RelatedAccounts({ username }: { username: string }) {
  const { data, error, refetch } = useQuery(relatedAccountsQuery(username))
  if (!data) return <Loading error={error} onRetry={refetch} lines={2} />
  return (
    <div className="stack">
      <p className={styles.facts}>{summaryOf(data)}</p>
      {data.accounts.length > 0 && (
        <ul className={styles.list} aria-label={t('Accounts with the same IP address')}>
          {data.accounts.map((account) => (
            <Account key={account.username} account={account} />
          ))}
        </ul>
      )}
      {data.addresses.map(
        ({ ip, noAccounts }) =>
          noAccounts > limits.accountsPerAddressShown && (
            <p key={ip} className={styles.facts}>
              {rich(
                "More than {count, number} accounts share {address}, so they aren't listed. It may be a school or mobile network.",
                { count: limits.accountsPerAddressShown, address: <AddressLink ip={ip} /> },
              )}
            </p>
          ),
      )}
    </div>
  )
}

function summaryOf({ addresses, accounts }: Related): string {
  if (addresses.length === 0) return t('No IP address stored for this account.')
  if (accounts.length === 0) return t('No other account has used the same IP address.')
  return t("Only admins see this. Shared addresses are common, so this isn't proof.")
}

function Account({ account }: { account: RelatedAccount }) {
  const { username, addresses, sameBrowser, createdAt, lastSeen, bannedAt, bannedFrom } = account
  return (
    <li className={styles.entry}>
      <Link href={pathOfUser(username)}>@{username}</Link>{' '}
      {bannedAt && <Tag tone="danger">{t('Suspended')}</Tag>}
      {bannedFrom.length > 0 && (
        <Tag tone="danger">{t('Banned from {communities}', { communities: listText(bannedFrom) })}</Tag>
      )}
      {sameBrowser && <Tag tone="neutral">{t('Same browser')}</Tag>}
      <p className={styles.facts}>
        {rich('Joined {time}', { time: <Time at={createdAt} /> })}
        {' · '}
        {rich('Last seen {time}', { time: <Time at={lastSeen} /> })}
        {bannedAt && <> · {rich('Suspended {time}', { time: <Time at={bannedAt} /> })}</>}
        {addresses.map((ip) => (
          <span key={ip}>
            {' · '}
            <AddressLink ip={ip} />
          </span>
        ))}
      </p>
    </li>
  )
}

const AddressLink = ({ ip }: { ip: string }) => (
  <Link href={`/admin/users?${new URLSearchParams({ q: ip })}`}>{ip}</Link>
)
