import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { invitationPath } from '../../../contract/access.ts'
import type { Invitation } from '../../../contract/entities/invitation.ts'
import { t } from '../../../contract/texts/t.ts'
import { type invitationsQuery, useWithdrawInvitation } from '../../data/access/invitations.ts'
import { pathOfUser } from '../../data/users/userPath.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { LoadMore } from '../../ui/buttons/LoadMore.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { listOf } from '../../ui/text/listOf.ts'
import { rich } from '../../ui/text/rich.ts'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { Loading } from '../failures/Loading.tsx'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'
import { useCopyLink } from '../sharing/useCopyLink.ts'
import styles from './Invitations.module.css'

interface InvitationListProps {
  query: ReturnType<typeof invitationsQuery>
  /** Whether they belong to several members. */
  namesMaker?: boolean
}

/** Invitations, the newest first, with who joined and buttons to copy and withdraw them. */
export function InvitationList({ query, namesMaker = false }: InvitationListProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(query)
  const question = useLayer()
  const [selected, setSelected] = useState<Invitation | null>(null)
  if (!data) return <Loading error={error} onRetry={refetch} lines={3} />
  const invitations = data.pages.flatMap(({ rows }) => rows)
  if (invitations.length === 0)
    return (
      <EmptyState
        icon="link"
        title={t('No invitations')}
        text={t('Create one and send the link to someone.')}
      />
    )
  return (
    <>
      <ul className={styles.list} aria-label={t('Invitations')}>
        {invitations.map((invitation) => (
          <Row
            key={invitation.code}
            invitation={invitation}
            namesMaker={namesMaker}
            onWithdraw={() => {
              setSelected(invitation)
              question.open()
            }}
          />
        ))}
      </ul>
      {hasNextPage && <LoadMore busy={isFetchingNextPage} onLoad={() => fetchNextPage()} />}
      {question.isOpen && selected && <WithdrawQuestion invitation={selected} onClose={question.close} />}
    </>
  )
}

const states = (): Record<Invitation['state'], string> => ({
  usable: t('Active'),
  used_up: t('Used up'),
  expired: t('Expired'),
  withdrawn: t('Withdrawn'),
})

interface RowProps {
  invitation: Invitation
  namesMaker: boolean
  onWithdraw: () => void
}

function Row({ invitation, namesMaker, onWithdraw }: RowProps) {
  const { code, state, createdBy, uses, used, createdAt, expiresAt, joined } = invitation
  const copyLink = useCopyLink()
  const isUsable = state === 'usable'
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p className={styles.line}>
          <Tag tone={isUsable ? 'accent' : 'neutral'}>{states()[state]}</Tag>
          <code className={styles.code}>{invitationPath(code)}</code>
        </p>
        <p className="quiet">
          {t('{used, number} of {uses, plural, one {# use} other {# uses}}', { used, uses })}
          {' · '}
          {namesMaker
            ? rich('Created by {member} {time}', {
                member: <Link href={pathOfUser(createdBy)}>@{createdBy}</Link>,
                time: <Time at={createdAt} />,
              })
            : rich('Created {time}', { time: <Time at={createdAt} /> })}
          {' · '}
          {rich('Valid until {date}', { date: <Time at={expiresAt} format="date" /> })}
        </p>
        {joined.length > 0 && (
          <p className="quiet">
            {rich('Joined: {members}', {
              members: listOf([
                ...joined.map(({ username }) =>
                  username === null ? (
                    t('a deleted account')
                  ) : (
                    <Link key={username} href={pathOfUser(username)}>
                      @{username}
                    </Link>
                  ),
                ),
                ...(used > joined.length ? [t('{count, number} more', { count: used - joined.length })] : []),
              ]),
            })}
          </p>
        )}
      </div>
      {isUsable && (
        <div className="buttons">
          <Button small icon="copy" onClick={() => void copyLink(invitationPath(code))}>
            {t('Copy link')}
          </Button>
          <Button small onClick={onWithdraw}>
            {t('Withdraw')}
          </Button>
        </div>
      )}
    </li>
  )
}

function WithdrawQuestion({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const withdraw = useWithdrawInvitation()
  const notifyFailure = useNotifyFailure()
  return (
    <ConfirmDialog
      title={t('Withdraw this invitation?')}
      confirmLabel={t('Withdraw')}
      danger
      busy={withdraw.isPending}
      onConfirm={() => withdraw.mutate(invitation.code, { onSuccess: onClose, onError: notifyFailure })}
      onClose={onClose}
    >
      <p>{t('The link stops working. People who joined with it stay members.')}</p>
    </ConfirmDialog>
  )
}
