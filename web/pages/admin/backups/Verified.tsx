import type { Backup } from '../../../../contract/entities/backup.ts'
import { t } from '../../../../contract/texts/t.ts'
import { isBeingVerified } from '../../../data/admin/backups.ts'
import { Time } from '../../../ui/text/Time.tsx'
import styles from './Backups.module.css'

/** Result and time of the last verification of a backup. */
export function Verified({ backup }: { backup: Backup }) {
  const { verification, verifiedAt, verificationFailure } = backup
  if (isBeingVerified(backup)) return <span role="status">{t('Verifying')}</span>
  if (verification === null || verifiedAt === null) return t('Not yet')
  return (
    <span className={styles.state}>
      <span className={verification === 'failed' ? styles.bad : undefined}>
        {verification === 'failed' ? t('Failed') : t('OK')}
      </span>
      <span className={`quiet ${styles.words}`}>
        <Time at={verifiedAt} />
        {verificationFailure !== '' && `: ${verificationFailure}`}
      </span>
    </span>
  )
}
