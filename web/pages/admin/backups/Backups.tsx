import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Backups as BackupList } from '../../../../contract/endpoints/backups.ts'
import type { Backup } from '../../../../contract/entities/backup.ts'
import { t } from '../../../../contract/texts/t.ts'
import {
  backupsQuery,
  isBeingVerified,
  isUnderWay,
  useChangeBackups,
  useRefreshShell,
} from '../../../data/admin/backups.ts'
import { useNotifyRefusal } from '../../../features/failures/useNotifyRefusal.ts'
import { usePasswordPrompt } from '../../../features/passwordPrompt/usePasswordPrompt.tsx'
import { useLayer } from '../../../router/useLayer.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { useToasts } from '../../../ui/feedback/toasts.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Table } from '../../../ui/layout/Table.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { byteSize } from '../../../ui/text/byteSize.ts'
import { rich } from '../../../ui/text/rich.ts'
import { Time } from '../../../ui/text/Time.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import { SettingsForm, type SettingsSection } from '../settings/SettingsForm.tsx'
import styles from './Backups.module.css'
import { Verified } from './Verified.tsx'

const sections = (): readonly SettingsSection[] => [
  {
    id: 'schedule',
    title: t('Schedule'),
    hint: t('Older daily backups are deleted. Manual ones are kept.'),
    rows: ['dailyBackups', 'dailyBackupHour', 'dailyBackupsKept'],
  },
]

/** The backups, their state, and their schedule. */
export function Backups() {
  const { data } = useSuspenseQuery(backupsQuery)
  const change = useChangeBackups()
  const notifyRefusal = useNotifyRefusal()
  const { prompt, askIfNeeded } = usePasswordPrompt()
  const make = () => change.mutate({ action: 'make' }, { onError: askIfNeeded(make, notifyRefusal) })
  const isMaking = data.backups.some(isUnderWay)
  useShellAfter(isMaking)
  const [last] = data.backups.filter((backup) => !isUnderWay(backup))
  return (
    <>
      <ScreenHead
        title={t('Backups')}
        hint={<Where list={data} />}
        action={
          <Button
            variant="main"
            icon="add"
            busy={isMaking || (change.isPending && change.variables.action === 'make')}
            onClick={make}
          >
            {t('Back up now')}
          </Button>
        }
      />
      <div className="cards">
        {!data.isEncrypted && (
          <Banner tone="warning">
            {rich(
              'Backups contain email addresses and secret keys. Set <code>BACKUP_PASSPHRASE</code> to encrypt them.',
              { code: (inside) => <code>{inside}</code> },
            )}
          </Banner>
        )}
        {last?.state === 'failed' && (
          <Banner tone="danger">
            {rich('The last backup failed: {reason}', {
              reason: <span className={styles.words}>{last.failure}</span>,
            })}
          </Banner>
        )}
        {last?.verification === 'failed' && (
          <Banner tone="danger">
            {rich('The last backup is damaged. Create a new one. Details: {reason}', {
              reason: <span className={styles.words}>{last.verificationFailure}</span>,
            })}
          </Banner>
        )}
        <List list={data} />
        <SettingsForm group="backups" sections={sections()} />
      </div>
      {prompt}
    </>
  )
}

function Where({ list: { place, isEncrypted } }: { list: BackupList }) {
  return (
    <>
      {rich('Includes all data and images. Stored in {place}.', {
        place: <code className={styles.words}>{place}</code>,
      })}{' '}
      {isEncrypted &&
        rich('Encrypted with <code>BACKUP_PASSPHRASE</code>. Keep the passphrase somewhere safe.', {
          code: (inside) => <code>{inside}</code>,
        })}
    </>
  )
}

/** When a backup ends, tabs and menu must show whether it failed. */
function useShellAfter(isMaking: boolean): void {
  const refresh = useRefreshShell()
  const wasMaking = useRef(isMaking)
  useEffect(() => {
    if (wasMaking.current && !isMaking) refresh()
    wasMaking.current = isMaking
  })
}

function List({ list: { backups, mayDownload } }: { list: BackupList }) {
  const change = useChangeBackups()
  const notifyRefusal = useNotifyRefusal()
  const toasts = useToasts()
  const question = useLayer()
  const [selected, setSelected] = useState<Backup | null>(null)
  const { prompt, askPassword, askIfNeeded } = usePasswordPrompt()
  if (backups.length === 0)
    return (
      <Card padded>
        <EmptyState
          title={t('No backups yet')}
          text={t('Back up now, or turn on daily backups below. The site stays online.')}
        />
      </Card>
    )
  const download = (url: string) => {
    // The answer is a file, so the page stays.
    const start = () => location.assign(url)
    if (mayDownload) start()
    else askPassword(start)
  }
  const deleteBackup = (backupId: Backup['id']) =>
    change.mutate(
      { action: 'delete', backupId },
      {
        onSuccess() {
          question.close()
          toasts.show(t('Backup deleted.'), { tone: 'success' })
        },
        onError: askIfNeeded(() => deleteBackup(backupId), notifyRefusal),
      },
    )
  return (
    <>
      <Card padded>
        <Table
          caption={t('Backups')}
          hideCaption
          stacksOnPhones
          rows={backups}
          keyOf={({ id }) => id}
          columns={[
            {
              header: t('Backup'),
              cell: (backup) => (
                <span className={styles.state}>
                  <Time at={backup.finishedAt ?? backup.askedAt} />
                  <span className={`quiet ${styles.words}`}>{backup.name}</span>
                </span>
              ),
            },
            { header: t('Type'), cell: ({ reason }) => (reason === 'daily' ? t('Daily') : t('Manual')) },
            {
              header: t('Size'),
              align: 'end',
              cell: ({ bytes }) => (bytes === null ? '–' : byteSize(bytes)),
            },
            { header: t('Status'), cell: (backup) => <State backup={backup} /> },
            { header: t('Verified'), cell: (backup) => <Verified backup={backup} /> },
            {
              header: t('Actions'),
              cell: (backup) =>
                isUnderWay(backup) ? (
                  '–'
                ) : (
                  <span className={styles.buttons}>
                    {backup.url !== null && (
                      <>
                        <Button
                          small
                          icon="download"
                          aria-label={t('Download {name}', { name: backup.name })}
                          onClick={() => download(backup.url ?? '')}
                        >
                          {t('Download')}
                        </Button>
                        <Button
                          small
                          aria-label={t('Verify {name}', { name: backup.name })}
                          busy={isBeingVerified(backup)}
                          onClick={() =>
                            change.mutate(
                              { action: 'verify', backupId: backup.id },
                              { onError: notifyRefusal },
                            )
                          }
                        >
                          {t('Verify')}
                        </Button>
                      </>
                    )}
                    <Button
                      small
                      aria-label={t('Delete {name}', { name: backup.name })}
                      onClick={() => {
                        setSelected(backup)
                        question.open()
                      }}
                    >
                      {t('Delete')}
                    </Button>
                  </span>
                ),
            },
          ]}
        />
      </Card>
      {prompt}
      {question.isOpen && selected && (
        <ConfirmDialog
          title={t('Delete this backup?')}
          confirmLabel={t('Delete backup')}
          danger
          busy={change.isPending}
          onConfirm={() => deleteBackup(selected.id)}
          onClose={question.close}
        >
          <p>
            {rich("{name} will be deleted. This can't be undone.", {
              name: <span className={styles.words}>{selected.name}</span>,
            })}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function State({ backup: { state, failure, progress } }: { backup: Backup }) {
  if (state === 'made') return t('Done')
  if (state === 'failed')
    return (
      <span className={styles.state}>
        <span className={styles.bad}>{t('Failed')}</span>
        <span className={`quiet ${styles.words}`}>{failure}</span>
      </span>
    )
  const { step, done, total } = progress
  return (
    <span className={styles.state} role="status">
      {state === 'waiting' ? t('Waiting') : stepText(step)}
      {total > 0 && (
        <progress
          className={styles.bar}
          max={total}
          value={Math.min(done, total)}
          aria-label={t('Progress')}
        />
      )}
    </span>
  )
}

/** A step is an identifier for people who use the API; other programs may add some. */
function stepText(step: string): string {
  switch (step) {
    case '':
      return t('Starting')
    case 'reading rows':
      return t('Reading data')
    case 'reading images':
      return t('Reading images')
    default:
      return step
  }
}
