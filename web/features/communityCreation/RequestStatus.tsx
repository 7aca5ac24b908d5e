import type { CommunityRequest } from '../../../contract/entities/communityRequest.ts'
import { t } from '../../../contract/texts/t.ts'
import { isolated } from '../../ui/text/isolated.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import styles from './RequestStatus.module.css'

export function RequestStatus({ request }: { request: CommunityRequest }) {
  const { communityExists, deniedAt, deniedBy, deniedNote } = request
  if (communityExists)
    return (
      <p className={styles.status}>
        <Tag icon="check">{t('Created')}</Tag>
      </p>
    )
  if (!deniedAt)
    return (
      <p className={styles.status}>
        <Tag tone="neutral">{t('Pending')}</Tag>
      </p>
    )
  return (
    <div className={styles.status}>
      <p>
        {rich('<tag>Denied</tag> by @{username}, {time}', {
          tag: (inside) => <Tag tone="danger">{inside}</Tag>,
          username: deniedBy,
          time: <Time at={deniedAt} />,
        })}
      </p>
      {deniedNote && (
        <p className={styles.note} dir="auto">
          {isolated(deniedNote)}
        </p>
      )}
    </div>
  )
}
