import { useQuery } from '@tanstack/react-query'
import type { RelatedAccounts as Related, RelatedAccount } from '../../../contract/entities/relatedAccount.ts'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { relatedAccountsQuery } from '../../data/admin/members.ts'
import { pathOfUser } from '../../data/users/userPath.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { failureText } from '../failures/failureText.ts'
import styles from './MemberHistory.module.css'

/** For admins: accounts that may belong to the same person, judged by stored IP addresses. */
export function RelatedAccounts({ username }: { username: string }) {
  const { data, error, refetch } = useQuery(relatedAccountsQuery(username))
  if (!data)
    return error ? (
      <ErrorState text={failureText(error)} onRetry={() => refetch()} />
    ) : (
      <div aria-busy="true">
        <TextSkeleton lines={2} />
      </div>
    )
  return (
    <div className={styles.box}>
      <p className={styles.facts}>{summaryOf(data)}</p>
      {data.accounts.length > 0 && (
        <ul className={styles.list} aria-label={t('Accounts at the same address')}>
          {data.accounts.map((account) => (
            <Account key={account.username} account={account} />
          ))}
        </ul>
      )}
      {data.addresses.map(
        ({ ip, noAccounts }) =>
          noAccounts > limits.accountsPerAddressShown && (
            <p key={ip} className={styles.facts}>
              More than {limits.accountsPerAddressShown} accounts share <AddressLink ip={ip} />, as in a
              school or a mobile network. They are not listed.
            </p>
          ),
      )}
    </div>
  )
}

function summaryOf({ addresses, accounts }: Related): string {
  if (addresses.length === 0) return 'No address of this account is stored, so nothing can be compared.'
  if (accounts.length === 0) return 'No other account is known from an address of this one.'
  return 'Only admins see this. Families, schools and mobile networks share addresses: it is a hint, no proof.'
}

function Account({ account }: { account: RelatedAccount }) {
  const { username, addresses, sameBrowser, createdAt, lastSeen, bannedAt, bannedFrom } = account
  return (
    <li className={styles.entry}>
      <Link href={pathOfUser(username)}>@{username}</Link>{' '}
      {bannedAt && <Tag tone="danger">{t('Suspended')}</Tag>}
      {bannedFrom.length > 0 && <Tag tone="danger">{`Banned from ${bannedFrom.join(', ')}`}</Tag>}
      {sameBrowser && <Tag tone="neutral">{t('Same browser')}</Tag>}
      <p className={styles.facts}>
        Joined <Time at={createdAt} />, last seen <Time at={lastSeen} />
        {bannedAt && (
          <>
            , suspended <Time at={bannedAt} />
          </>
        )}
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
