import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { IpBlock } from '../../../../contract/entities/ipBlock.ts'
import { t } from '../../../../contract/texts/t.ts'
import { ipBlocksQuery, useCancelIpBlock } from '../../../data/admin/ipBlocks.ts'
import { pathOfUser } from '../../../data/users/userPath.ts'
import { useNotifyRefusal } from '../../../features/failures/useNotifyRefusal.ts'
import { useShownPage } from '../../../router/page.ts'
import { useLayer } from '../../../router/useLayer.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Link } from '../../../ui/navigation/Link.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { isolated } from '../../../ui/text/isolated.tsx'
import { rich } from '../../../ui/text/rich.ts'
import { Tag } from '../../../ui/text/Tag.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { PagedTable } from '../PagedTable.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import { parseTable } from '../tableParams.ts'
import { BlockIpDialog } from './BlockIpDialog.tsx'
import styles from './IpBlocks.module.css'
import { networkOf, shownUsers } from './ipBlockTexts.ts'
import { TorBlocking } from './TorBlocking.tsx'

export function IpBlocks() {
  const pages = useInfiniteQuery(ipBlocksQuery(parseTable(new URLSearchParams(useShownPage().search))))
  const form = useLayer()
  const question = useLayer()
  const [selected, setSelected] = useState<IpBlock | null>(null)
  const ask = (block: IpBlock) => {
    setSelected(block)
    question.open()
  }
  const block = (
    <Button small icon="ban" onClick={form.open}>
      {t('Block IP')}
    </Button>
  )
  return (
    <>
      <ScreenHead
        title={t('IP blocks')}
        hint={t('Visitors from these addresses see only a notice.')}
        action={block}
      />
      <PagedTable
        caption={t('IP blocks')}
        stacksOnPhones
        list={pages}
        rowsOf={({ rows }) => rows}
        nextOf={({ next }) => next}
        keyOf={({ id }) => String(id)}
        columns={[
          { header: t('Address'), cell: (row) => <code className={styles.address}>{networkOf(row)}</code> },
          {
            header: t('Status'),
            cell: (row) => (
              <State block={row}>
                <Button
                  small
                  aria-label={t('Unblock {network}', { network: networkOf(row) })}
                  onClick={() => ask(row)}
                >
                  {t('Unblock')}
                </Button>
              </State>
            ),
          },
          {
            header: t('Blocked'),
            cell: ({ createdAt, createdBy }) => (
              <span className={styles.blocked}>
                {rich('{time} by {admin}', {
                  time: <Time at={createdAt} />,
                  admin: <Link href={pathOfUser(createdBy)}>@{createdBy}</Link>,
                })}
              </span>
            ),
          },
          {
            header: t('Recent members'),
            cell: ({ associatedUsers }) => <Users names={associatedUsers} />,
          },
          {
            header: t('Note'),
            cell: ({ note }) => (
              <span className={styles.note} dir="auto">
                {isolated(note || '–')}
              </span>
            ),
          },
        ]}
        empty={
          <EmptyState
            icon="ban"
            title={t('No blocked addresses')}
            text={t('Blocks show up here, even after they end.')}
          />
        }
      />
      <TorBlocking />
      {form.isOpen && <BlockIpDialog onClose={form.close} />}
      {question.isOpen && selected && <CancelQuestion block={selected} onClose={question.close} />}
    </>
  )
}

interface StateProps {
  block: IpBlock
  /** The button that lifts a block; only for blocks in effect. */
  children: ReactNode
}

function State({ block: { inEffect, expiresAt, cancelledAt }, children }: StateProps) {
  if (cancelledAt)
    return <span className={styles.line}>{rich('Lifted {time}', { time: <Time at={cancelledAt} /> })}</span>
  if (!inEffect && expiresAt)
    return <span className={styles.line}>{rich('Expired {time}', { time: <Time at={expiresAt} /> })}</span>
  return (
    <span className={styles.state}>
      <Tag tone="danger">{t('Active')}</Tag>
      {children}
      <span className={styles.until}>{expiresAt ? <Until at={expiresAt} /> : t('permanent')}</span>
    </span>
  )
}

const Until = ({ at }: { at: string }) =>
  rich('until {time}', {
    time: <time dateTime={at}>{`${at.slice(0, 10)} ${at.slice(11, 16)} UTC`}</time>,
  })

function Users({ names }: { names: readonly string[] }) {
  const { shown, more } = shownUsers(names)
  if (shown.length === 0) return <span className={styles.none}>{t('no one')}</span>
  return (
    <span className={styles.users}>
      {shown.map((name) => (
        <Link key={name} href={pathOfUser(name)}>
          @{name}
        </Link>
      ))}
      {more > 0 && <span>{t('and {count, number} more', { count: more })}</span>}
    </span>
  )
}

function CancelQuestion({ block, onClose }: { block: IpBlock; onClose: () => void }) {
  const cancel = useCancelIpBlock()
  const notify = useNotifyRefusal()
  return (
    <ConfirmDialog
      title={t('Unblock {network}?', { network: networkOf(block) })}
      confirmLabel={t('Unblock')}
      cancelLabel={t('Keep blocked')}
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate(block, { onSuccess: onClose, onError: notify })}
      onClose={onClose}
    >
      <p>{t("They'll have access again right away.")}</p>
    </ConfirmDialog>
  )
}
