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
import { Time } from '../../../ui/text/Time.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import { SettingsForm, type SettingsSection } from '../settings/SettingsForm.tsx'
import { useNotifyRefusal } from '../useNotifyRefusal.ts'
import styles from './Backups.module.css'
import { Verified } from './Verified.tsx'

const sections: readonly SettingsSection[] = [
  {
    id: 'schedule',
    title: 'Every day',
    hint: 'Daily backups beyond those that are kept are deleted; the ones that you make yourself stay.',
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
            {t('Make a backup')}
          </Button>
        }
      />
      <div className={styles.parts}>
        {!data.isEncrypted && (
          <Banner tone="warning">
            Backups are not encrypted. They have email addresses and the keys of the site in them: set{' '}
            <code>{t('BACKUP_PASSPHRASE')}</code> before you put them where others can read them.
          </Banner>
        )}
        {last?.state === 'failed' && (
          <Banner tone="danger">
            The last backup failed: <span className={styles.words}>{last.failure}</span>
          </Banner>
        )}
        {last?.verification === 'failed' && (
          <Banner tone="danger">
            The verification of the last backup failed, so make another one. It says:{' '}
            <span className={styles.words}>{last.verificationFailure}</span>
          </Banner>
        )}
        <List list={data} />
        <SettingsForm group="backups" sections={sections} />
      </div>
      {prompt}
    </>
  )
}

function Where({ list: { place, isEncrypted } }: { list: BackupList }) {
  return (
    <>
      A backup has everything of the forum, with the images. Backups go to{' '}
      <code className={styles.words}>{place}</code>
      {isEncrypted && (
        <>
          , encrypted with <code>{t('BACKUP_PASSPHRASE')}</code>: nobody can read them without it
        </>
      )}
      .
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
          text={t('Make one now, or switch on daily backups below. Nobody has to wait for it.')}
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
          toasts.show('Backup deleted.', { tone: 'success' })
        },
        onError(error) {
          // Before the dialog for the password, which would be closed in its place.
          question.close()
          askIfNeeded(() => deleteBackup(backupId), notifyRefusal)(error)
        },
      },
    )
  return (
    <>
      <Card padded className={styles.table}>
        <Table
          caption="Backups"
          hideCaption
          stacksOnPhones
          rows={backups}
          keyOf={({ id }) => id}
          columns={[
            {
              header: 'Backup',
              cell: (backup) => (
                <span className={styles.state}>
                  <Time at={backup.finishedAt ?? backup.askedAt} />
                  <span className={`${styles.quiet} ${styles.words}`}>{backup.name}</span>
                </span>
              ),
            },
            { header: 'Why', cell: ({ reason }) => (reason === 'daily' ? t('Daily') : t('By hand')) },
            { header: 'Size', align: 'end', cell: ({ bytes }) => (bytes === null ? '–' : byteSize(bytes)) },
            { header: 'State', cell: (backup) => <State backup={backup} /> },
            { header: 'Verified', cell: (backup) => <Verified backup={backup} /> },
            {
              header: 'Actions',
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
                          aria-label={`Download ${backup.name}`}
                          onClick={() => download(backup.url ?? '')}
                        >
                          {t('Download')}
                        </Button>
                        <Button
                          small
                          aria-label={`Verify ${backup.name}`}
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
                      aria-label={`Delete ${backup.name}`}
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
          confirmLabel={t('Delete')}
          danger
          busy={change.isPending}
          onConfirm={() => deleteBackup(selected.id)}
          onClose={question.close}
        >
          <p>
            <span className={styles.words}>{selected.name}</span> is deleted with its file. This cannot be
            taken back.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function State({ backup: { state, failure, progress } }: { backup: Backup }) {
  if (state === 'made') return 'Made'
  if (state === 'failed')
    return (
      <span className={styles.state}>
        <span className={styles.bad}>{t('Failed')}</span>
        <span className={`${styles.quiet} ${styles.words}`}>{failure}</span>
      </span>
    )
  const { step, done, total } = progress
  return (
    <span className={styles.state} role="status">
      {state === 'waiting'
        ? t('Waiting')
        : step === ''
          ? t('Starting')
          : `${step[0]?.toUpperCase()}${step.slice(1)}`}
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
