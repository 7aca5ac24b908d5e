import { useSuspenseQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { RetentionPeriod } from '../../../../contract/endpoints/law.ts'
import { t } from '../../../../contract/texts/t.ts'
import { lawDocumentsQuery } from '../../../data/admin/law.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { Table } from '../../../ui/layout/Table.tsx'
import { ScreenHead } from '../ScreenHead.tsx'

/** How long each kind of data is kept, and which task deletes it. */
export function Retention() {
  const { data } = useSuspenseQuery(lawDocumentsQuery)
  return (
    <>
      <ScreenHead title={t('Retention')} hint={t('How long data is kept. Backups keep copies longer.')} />
      <Card padded>
        <Table
          caption={t('How long data is kept')}
          hideCaption
          stacksOnPhones
          columns={columns()}
          rows={data.retention}
          keyOf={(row) => row.data}
        />
      </Card>
    </>
  )
}

/** A name of the program, which wraps between its words only. */
function Name({ text }: { text: string }) {
  return (
    <code>
      {text.split(/(?<=_)|(?=[A-Z][a-z])/).map((word) => (
        <Fragment key={word}>
          {word}
          <wbr />
        </Fragment>
      ))}
    </code>
  )
}

const columns = () =>
  [
    { header: t('Data'), cell: ({ data }: RetentionPeriod) => data },
    { header: t('Kept'), cell: ({ kept }: RetentionPeriod) => kept },
    {
      header: t('Setting'),
      cell: ({ setting, task }: RetentionPeriod) =>
        setting ? <Name text={setting} /> : task ? t('fixed') : '–',
    },
    {
      header: t('Deleted by'),
      cell: ({ task }: RetentionPeriod) => (task ? <Name text={task} /> : '–'),
    },
  ] as const
