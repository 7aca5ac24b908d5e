import type { SystemState } from '../../../../contract/endpoints/system.ts'
import type { Backup } from '../../../../contract/entities/backup.ts'
import { t } from '../../../../contract/texts/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { byteSize } from '../../../ui/text/byteSize.ts'
import { Time } from '../../../ui/text/Time.tsx'
import { Verified } from '../backups/Verified.tsx'
import { type Fact, Facts } from './Facts.tsx'
import styles from './System.module.css'

/** Time, size and verification of the last backup. */
export const LastBackup = ({ backups }: Pick<SystemState, 'backups'>) => (
  <Facts title={t('Backups')} rows={backupFacts(backups)}>
    <div className={styles.more}>
      <Button small href="/admin/backups">
        {t('All backups')}
      </Button>
    </div>
  </Facts>
)

function backupFacts({ isDaily, last, lastMade }: SystemState['backups']): Fact[] {
  const failed: Fact[] =
    last?.state === 'failed'
      ? [
          [
            t('Last attempt'),
            <span key="failed">
              <span className={styles.bad}>{t('Failed')}</span> <Time at={last.finishedAt ?? last.askedAt} />
              <span className={styles.words}> {last.failure}</span>
            </span>,
          ],
        ]
      : []
  return [
    ...failed,
    [t('Last backup'), lastMade ? <Made key="made" backup={lastMade} /> : t('None yet')],
    ...(lastMade ? [[t('Verified'), <Verified key="verified" backup={lastMade} />] as const] : []),
    [t('Daily backups'), isDaily ? t('On') : t('Off')],
  ]
}

const Made = ({ backup: { finishedAt, askedAt, bytes } }: { backup: Backup }) => (
  <>
    <Time at={finishedAt ?? askedAt} /> · {byteSize(bytes ?? 0)}
  </>
)
