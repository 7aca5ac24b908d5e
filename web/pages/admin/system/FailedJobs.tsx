import { useState } from 'react'
import type { FailedJob } from '../../../../contract/endpoints/system.ts'
import { t } from '../../../../contract/texts/t.ts'
import { useChangeJobs } from '../../../data/admin/system.ts'
import { useNotifyRefusal } from '../../../features/failures/useNotifyRefusal.ts'
import { useLayer } from '../../../router/useLayer.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { useToasts } from '../../../ui/feedback/toasts.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Table } from '../../../ui/layout/Table.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { Time } from '../../../ui/text/Time.tsx'
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
          toasts.show(t('Retrying {count, plural, one {# job} other {# jobs}}.', { count: changed }), {
            tone: 'success',
          }),
        onError: notifyRefusal,
      },
    )
  return (
    <>
      <Card padded>
        <Table
          caption={t('Failed jobs: {count, number}', { count })}
          stacksOnPhones
          rows={jobs}
          keyOf={({ id }) => id}
          columns={[
            { header: t('Task'), cell: ({ task }) => <code>{task}</code> },
            { header: t('Attempts'), align: 'end', cell: ({ attempts }) => attempts },
            { header: t('Last attempt'), cell: ({ failedAt }) => <Time at={failedAt} /> },
            {
              header: t('Error'),
              cell: ({ message }) => <span className={styles.words}>{message || '–'}</span>,
            },
            {
              header: t('Actions'),
              cell: (job) => (
                <span className={styles.buttons}>
                  <Button
                    small
                    aria-label={t('Retry {task} {id}', { task: job.task, id: job.id })}
                    busy={change.isPending}
                    onClick={() => retry([job.id])}
                  >
                    {t('Retry')}
                  </Button>
                  <Button
                    small
                    aria-label={t('Discard {task} {id}', { task: job.task, id: job.id })}
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
              {t('Retry all shown')}
            </Button>
          </div>
        )}
      </Card>
      {question.isOpen && selected && (
        <ConfirmDialog
          title={t('Discard {task}?', { task: selected.task })}
          confirmLabel={t('Discard')}
          danger
          busy={change.isPending}
          onConfirm={() =>
            change.mutate(
              { action: 'discard', ids: [selected.id] },
              { onSuccess: question.close, onError: notifyRefusal },
            )
          }
          onClose={question.close}
        >
          <p>{t("The job won't run again. This can't be undone.")}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
