import { useSuspenseQuery } from '@tanstack/react-query'
import type { Connection } from '../../../../contract/endpoints/law.ts'
import { t } from '../../../../contract/texts/t.ts'
import { lawDocumentsQuery } from '../../../data/admin/law.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Table } from '../../../ui/layout/Table.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import styles from './Law.module.css'

/** What browsers load from other hosts, and which hosts the server contacts. */
export function ExternalContent() {
  const { data } = useSuspenseQuery(lawDocumentsQuery)
  const from = (who: Connection['from']) => data.connections.filter((one) => one.from === who)
  return (
    <>
      <ScreenHead
        title={t('External content')}
        hint={t('What pages load from other hosts, and which hosts the server contacts.')}
      />
      <div className={styles.parts}>
        <Connections
          caption="Browsers of readers"
          rows={from('browsers')}
          none="Pages load nothing from other hosts."
        />
        <Connections caption="The server" rows={from('server')} none="The server contacts nobody." />
      </div>
    </>
  )
}

function Connections({ caption, rows, none }: { caption: string; rows: Connection[]; none: string }) {
  if (rows.length === 0)
    return (
      <Card padded>
        <EmptyState title={caption} text={none} />
      </Card>
    )
  return (
    <Card padded className={styles.table}>
      <Table
        caption={caption}
        stacksOnPhones
        columns={columns}
        rows={rows}
        keyOf={({ host, purpose }) => `${host} ${purpose}`}
      />
    </Card>
  )
}

const columns = [
  { header: 'Host', cell: ({ host }: Connection) => <span className={styles.words}>{host}</span> },
  { header: 'What for', cell: ({ purpose }: Connection) => purpose },
] as const
