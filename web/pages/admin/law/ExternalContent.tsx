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
        hint={t('What pages and the server load from other sites.')}
      />
      <div className="cards">
        <Connections
          caption={t("Visitors' browsers")}
          rows={from('browsers')}
          none={t("Pages don't load anything from other sites.")}
        />
        <Connections
          caption={t('Server')}
          rows={from('server')}
          none={t("The server doesn't contact any other sites.")}
        />
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
    <Card padded>
      <Table
        caption={caption}
        stacksOnPhones
        columns={columns()}
        rows={rows}
        keyOf={({ host, purpose }) => `${host} ${purpose}`}
      />
    </Card>
  )
}

const columns = () =>
  [
    { header: t('Host'), cell: ({ host }: Connection) => <span className={styles.words}>{host}</span> },
    { header: t('Purpose'), cell: ({ purpose }: Connection) => purpose },
  ] as const
