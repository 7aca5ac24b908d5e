import type { ReportedTarget } from '../../../contract/entities/report.ts'
import { targetOf, useIgnoreReports } from '../../data/moderation/moderation.ts'
import { Reporters } from '../../features/moderation/Reporters.tsx'
import { TargetActions } from '../../features/moderation/TargetActions.tsx'
import { TargetCard } from '../../features/moderation/TargetCard.tsx'
import { useNotifyDecisionFailure } from '../../features/moderation/useNotifyDecisionFailure.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import styles from './QueueItem.module.css'

/** A reported post or comment with its reports. */
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
              <li key={`${reasonId} ${title}`}>{reasons.length === 1 ? title : `${title} (${times})`}</li>
            ))}
          </ul>
          <span className={styles.time}>
            <Time at={item.lastReportedAt} />
          </span>
          {isAuthorBanned && <Tag tone="neutral">Author banned</Tag>}
          <Reporters reports={item.reports} community={{ id: item.communityId, name: item.communityName }} />
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
