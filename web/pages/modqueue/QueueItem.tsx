import type { ReportedTarget } from '../../../contract/entities/report.ts'
import { Tag } from '../../components/Tag.tsx'
import { Time } from '../../components/Time.tsx'
import { targetOf, useIgnoreReports } from '../../data/moderation.ts'
import { useToasts } from '../../shell/toasts.tsx'
import { TargetActions } from '../moderation/TargetActions.tsx'
import { TargetCard } from '../moderation/TargetCard.tsx'
import { useNotifyDecisionFailure } from '../moderation/useNotifyDecisionFailure.ts'
import styles from './QueueItem.module.css'

/** A post or comment with everything that was reported about it. */
export function QueueItem({ item }: { item: ReportedTarget }) {
  const content = targetOf(item)
  const ignore = useIgnoreReports()
  const toasts = useToasts()
  const notifyFailure = useNotifyDecisionFailure(item.type)
  const { noReports, reasons, isAuthorBanned } = item
  const onIgnore = async () => {
    try {
      await ignore.mutateAsync(item)
      toasts.show(noReports === 1 ? 'Report ignored.' : 'Reports ignored.')
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <TargetCard
      content={content}
      head={
        <>
          <Tag tone="danger" icon="report">
            {noReports} {noReports === 1 ? 'report' : 'reports'}
          </Tag>
          <ul className={styles.reasons}>
            {reasons.map(({ reasonId, title, noReports: times }) => (
              <li key={reasonId}>{reasons.length === 1 ? title : `${title} (${times})`}</li>
            ))}
          </ul>
          <span className={styles.time}>
            <Time at={item.lastReportedAt} />
          </span>
          {isAuthorBanned && <Tag tone="neutral">Author banned</Tag>}
        </>
      }
      actions={
        <TargetActions
          content={content}
          isAuthorBanned={isAuthorBanned}
          ignore={{ label: noReports === 1 ? 'Ignore' : 'Ignore all', busy: ignore.isPending, onIgnore }}
        />
      }
    />
  )
}
