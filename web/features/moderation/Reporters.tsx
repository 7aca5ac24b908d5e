import { useState } from 'react'
import type { QueueItem } from '../../../contract/entities/queue.ts'
import { t } from '../../../contract/texts/t.ts'
import { useViewer } from '../../data/account/initial.ts'
import { useSilenceReporter } from '../../data/moderation/reports.ts'
import { useLayer } from '../../router/useLayer.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { AuthorLink } from '../authors/AuthorLink.tsx'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'
import styles from './Reporters.module.css'

interface ReportersProps {
  reports: QueueItem['reports']
  community: { readonly id: string; readonly name: string }
}

/** Who reported something, why, and what they wrote. Those who report without cause can be silenced. */
export function Reporters({ reports, community }: ReportersProps) {
  const layer = useLayer()
  const [selected, setSelected] = useState('')
  return (
    <>
      <ul className={styles.reports} aria-label={t('Reports')}>
        {reports.map(({ id, reason, note, reporter, createdAt }) => (
          <li key={id} className={styles.report}>
            <div className={styles.texts}>
              {reporter ? (
                <AuthorLink item={{ ...reporter, userDeleted: false }} className={styles.name} />
              ) : (
                <span className={styles.name}>{t('Someone')}</span>
              )}
              : {reason}{' '}
              <span className={styles.time}>
                <Time at={createdAt} />
              </span>
              {note !== null && (
                <p className={styles.note} dir="auto">
                  {isolated(note)}
                </p>
              )}
            </div>
            {reporter && (
              <IconButton
                icon="mute"
                label={t('Hide reports by @{name}', { name: reporter.username })}
                onClick={() => {
                  setSelected(reporter.username)
                  layer.open()
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {layer.isOpen && <SilenceDialog username={selected} community={community} onClose={layer.close} />}
    </>
  )
}

interface SilenceDialogProps extends Pick<ReportersProps, 'community'> {
  username: string
  onClose: () => void
}

function SilenceDialog({ username, community, onClose }: SilenceDialogProps) {
  const silence = useSilenceReporter()
  const toasts = useToasts()
  const notifyFailure = useNotifyFailure()
  const isAdmin = useViewer()?.isAdmin === true
  const [isEverywhere, setIsEverywhere] = useState(false)
  const confirm = () =>
    silence.mutate(
      { username, communityId: isEverywhere ? null : community.id, silenced: true },
      {
        onSuccess: () =>
          toasts.show(t('Reports by @{name} are now hidden.', { name: username }), { tone: 'success' }),
        onError: notifyFailure,
        onSettled: onClose,
      },
    )
  return (
    <ConfirmDialog
      title={t('Hide reports by @{name}?', { name: username })}
      confirmLabel={t('Hide')}
      busy={silence.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {t('Their future reports in {community} will be hidden. They won’t know. Undo this under Banned.', {
          community: community.name,
        })}
      </p>
      {isAdmin && (
        <Checkbox
          label={t('On the whole site')}
          hint={t('Undo this under Hidden reports in the admin dashboard.')}
          checked={isEverywhere}
          onChange={setIsEverywhere}
        />
      )}
    </ConfirmDialog>
  )
}
