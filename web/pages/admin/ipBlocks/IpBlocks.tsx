import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { IpBlock } from '../../../../contract/entities/ipBlock.ts'
import { t } from '../../../../contract/texts/t.ts'
import { ipBlocksQuery, useCancelIpBlock } from '../../../data/admin/ipBlocks.ts'
import { pathOfUser } from '../../../data/users/userPath.ts'
import { useShownPage } from '../../../router/page.ts'
import { useLayer } from '../../../router/useLayer.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Link } from '../../../ui/navigation/Link.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { PagedTable } from '../PagedTable.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import { parseTable } from '../tableParams.ts'
import { useNotifyRefusal } from '../useNotifyRefusal.ts'
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
        hint={t('Visitors from a blocked address only see a notice.')}
        action={block}
      />
      <PagedTable
        caption="IP blocks"
        stacksOnPhones
        list={pages}
        rowsOf={({ rows }) => rows}
        nextOf={({ next }) => next}
        keyOf={({ id }) => String(id)}
        columns={[
          { header: 'Address', cell: (row) => <code className={styles.address}>{networkOf(row)}</code> },
          {
            header: 'State',
            cell: (row) => (
              <State block={row}>
                <Button small aria-label={`Cancel the block of ${networkOf(row)}`} onClick={() => ask(row)}>
                  {t('Cancel')}
                </Button>
              </State>
            ),
          },
          {
            header: 'Blocked',
            cell: ({ createdAt, createdBy }) => (
              <span className={styles.blocked}>
                <Time at={createdAt} />{' '}
                <span>
                  by <Link href={pathOfUser(createdBy)}>@{createdBy}</Link>
                </span>
              </span>
            ),
          },
          {
            header: 'Users last seen there',
            cell: ({ associatedUsers }) => <Users names={associatedUsers} />,
          },
          {
            header: 'Note',
            cell: ({ note }) => (
              <span className={styles.note} dir="auto">
                {note || '–'}
              </span>
            ),
          },
        ]}
        empty={
          <EmptyState
            icon="ban"
            title={t('No address is blocked')}
            text={t('Blocks that have ended stay here too.')}
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
    return (
      <span className={styles.line}>
        Cancelled <Time at={cancelledAt} />
      </span>
    )
  if (!inEffect && expiresAt)
    return (
      <span className={styles.line}>
        Expired <Time at={expiresAt} />
      </span>
    )
  return (
    <span className={styles.state}>
      <Tag tone="danger">{t('In effect')}</Tag>
      {children}
      <span className={styles.until}>{expiresAt ? <Until at={expiresAt} /> : 'for ever'}</span>
    </span>
  )
}

const Until = ({ at }: { at: string }) => (
  <>
    until <time dateTime={at}>{`${at.slice(0, 10)} ${at.slice(11, 16)} UTC`}</time>
  </>
)

function Users({ names }: { names: readonly string[] }) {
  const { shown, more } = shownUsers(names)
  if (shown.length === 0) return <span className={styles.none}>{t('nobody')}</span>
  return (
    <span className={styles.users}>
      {shown.map((name) => (
        <Link key={name} href={pathOfUser(name)}>
          @{name}
        </Link>
      ))}
      {more > 0 && <span>and {more} more</span>}
    </span>
  )
}

function CancelQuestion({ block, onClose }: { block: IpBlock; onClose: () => void }) {
  const cancel = useCancelIpBlock()
  const notify = useNotifyRefusal()
  return (
    <ConfirmDialog
      title={`Cancel the block of ${networkOf(block)}?`}
      confirmLabel={t('Cancel the block')}
      cancelLabel="Keep it"
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate(block, { onError: notify, onSettled: onClose })}
      onClose={onClose}
    >
      <p>{t('Whoever is there can come in again at once.')}</p>
    </ConfirmDialog>
  )
}
