import { useQuery } from '@tanstack/react-query'
import type { MemberTrust } from '../../../contract/entities/trust.ts'
import { t } from '../../../contract/texts/t.ts'
import { memberTrustQuery } from '../../data/trust/trust.ts'
import { pathOfUser } from '../../data/users/userPath.ts'
import { Loading } from '../../features/failures/Loading.tsx'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { Count } from '../../ui/text/Count.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import styles from './AdminTrust.module.css'

const SetTrustDialog = onDemand(() => import('./SetTrustDialog.tsx'))

/** For admins: how far a member is trusted, and who vouched for whom. */
export function AdminTrust({ username }: { username: string }) {
  const { data: trust, error, refetch } = useQuery(memberTrustQuery(username))
  return (
    <Card as="section" padded className={styles.card} aria-label={t('Trust')}>
      <h2 className={styles.title}>{t('Trust')}</h2>
      {trust ? (
        <Facts username={username} trust={trust} />
      ) : (
        <Loading error={error} onRetry={refetch} title={t("Couldn't load the trust level.")} lines={3} />
      )}
    </Card>
  )
}

function Facts({ username, trust }: { username: string; trust: MemberTrust }) {
  const dialog = useLayer()
  const { level, facts, setBy, setAt, vouchedBy, vouchedFor, vouchingPausedUntil } = trust
  return (
    <>
      <p className={styles.level}>{t('Level {level, number} of 4', { level })}</p>
      {setBy && setAt && (
        <p>
          {rich('Set by {admin} on {date}', {
            admin: <Link href={pathOfUser(setBy)}>@{setBy}</Link>,
            date: <Time at={setAt} format="date" />,
          })}
        </p>
      )}
      <dl className={styles.facts}>
        <Fact name={t('Days visited')} value={facts.daysVisited} />
        <Fact name={t('Posts read')} value={facts.postsRead} />
        <Fact name={t('Upvotes and confirmed reports')} value={facts.approvals} />
        <Fact name={t('Recent removals')} value={facts.removals} />
        <Fact name={t('Bans')} value={facts.bans} />
      </dl>
      <Button small onClick={dialog.open}>
        {t('Set level')}
      </Button>
      {dialog.isOpen && <SetTrustDialog username={username} trust={trust} onClose={dialog.close} />}
      {vouchingPausedUntil && (
        <p>
          {rich('Their vouches will count again on {date}.', {
            date: <Time at={vouchingPausedUntil} format="date" />,
          })}
        </p>
      )}
      {vouchedBy.length > 0 && (
        <Members
          title={t('Vouched for by')}
          members={vouchedBy.map((one) => ({ ...one, note: one.counts ? null : t("Doesn't count") }))}
        />
      )}
      {vouchedFor.length > 0 && (
        <Members
          title={t('Vouched for')}
          members={vouchedFor.map((one) => ({ ...one, note: one.isBanned ? t('Suspended') : null }))}
        />
      )}
    </>
  )
}

const Fact = ({ name, value }: { name: string; value: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <Count value={value} />
    </dd>
  </div>
)

interface Voucher {
  username: string
  isInvitation: boolean
  at: string
  note: string | null
}

function Members({ title, members }: { title: string; members: readonly Voucher[] }) {
  return (
    <div>
      <h3 className={styles.subtitle}>{title}</h3>
      <ul className={styles.members}>
        {members.map(({ username, isInvitation, at, note }) => (
          <li key={`${username} ${isInvitation}`}>
            {isInvitation
              ? rich('{member} on {date} (invitation)', {
                  member: <Link href={pathOfUser(username)}>@{username}</Link>,
                  date: <Time at={at} format="date" />,
                })
              : rich('{member} on {date}', {
                  member: <Link href={pathOfUser(username)}>@{username}</Link>,
                  date: <Time at={at} format="date" />,
                })}{' '}
            {note !== null && <Tag tone="neutral">{note}</Tag>}
          </li>
        ))}
      </ul>
    </div>
  )
}
