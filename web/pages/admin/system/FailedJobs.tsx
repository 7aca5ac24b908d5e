import { useState } from 'react'
import type { FailedJob } from '../../../../contract/endpoints/system.ts'
import { t } from '../../../../contract/texts/t.ts'
import { useChangeJobs } from '../../../data/admin/system.ts'
import { useLayer } from '../../../router/useLayer.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { useToasts } from '../../../ui/feedback/toasts.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Table } from '../../../ui/layout/Table.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { useNotifyRefusal } from '../useNotifyRefusal.ts'
import styles from './System.module.css'

/** Failed jobs, which are not retried automatically; nothing if there are none. */
export function FailedJobs({ jobs, count }: { jobs: readonly FailedJob[]; count: number }) {
  const question = useLayer()
  const [selected, setSelected] = useState<FailedJob | null>(null)
  const change = useChangeJobs()
  const toasts = useToasts()
  const notifyRefusal = useNotifyRefusal()
  if (jobs.length === 0) return null
  const retry = (ids: string[]) =>
    change.mutate(
      { action: 'retry', ids },
      {
        onSuccess: (changed) =>
          toasts.show(changed === 1 ? t('It is tried again.') : `${changed} are tried again.`, {
            tone: 'success',
          }),
        onError: notifyRefusal,
      },
    )
  return (
    <>
      <Card padded className={styles.table}>
        <Table
          caption={`Failed jobs: ${count.toLocaleString('en')}`}
          stacksOnPhones
          rows={jobs}
          keyOf={({ id }) => id}
          columns={[
            { header: 'Task', cell: ({ task }) => <code>{task}</code> },
            { header: 'Tried', align: 'end', cell: ({ attempts }) => attempts },
            { header: 'Last', cell: ({ failedAt }) => <Time at={failedAt} /> },
            { header: 'Why', cell: ({ message }) => <span className={styles.words}>{message || '–'}</span> },
            {
              header: 'Actions',
              cell: (job) => (
                <span className={styles.buttons}>
                  <Button
                    small
                    aria-label={`Retry ${job.task} ${job.id}`}
                    busy={change.isPending}
                    onClick={() => retry([job.id])}
                  >
                    {t('Retry')}
                  </Button>
                  <Button
                    small
                    aria-label={`Discard ${job.task} ${job.id}`}
                    onClick={() => {
                      setSelected(job)
                      question.open()
                    }}
                  >
                    {t('Discard')}
                  </Button>
                </span>
              ),
            },
          ]}
        />
        {jobs.length > 1 && (
          <div className={styles.all}>
            <Button small busy={change.isPending} onClick={() => retry(jobs.map(({ id }) => id))}>
              {t('Retry all of these')}
            </Button>
          </div>
        )}
      </Card>
      {question.isOpen && selected && (
        <ConfirmDialog
          title={`Discard ${selected.task}?`}
          confirmLabel={t('Discard')}
          danger
          busy={change.isPending}
          onConfirm={() =>
            change.mutate(
              { action: 'discard', ids: [selected.id] },
              { onError: notifyRefusal, onSettled: question.close },
            )
          }
          onClose={question.close}
        >
          <p>{t('What it was to do is not done. This cannot be taken back.')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
