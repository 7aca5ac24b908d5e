import { useState } from 'react'
import type { QueueItem } from '../../../contract/entities/queue.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial, useViewer } from '../../data/account/initial.ts'
import { useIgnoreReport } from '../../data/moderation/queue.ts'
import { useSilenceReporter } from '../../data/moderation/reports.ts'
import { mayModerate } from '../../data/users/mayModerate.ts'
import { useLayer } from '../../router/useLayer.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { AuthorLink } from '../authors/AuthorLink.tsx'
import { useNotifyActionFailure } from '../failures/useNotifyActionFailure.ts'
import { reasonText } from '../reasons/reasonText.ts'
import styles from './Reporters.module.css'

interface ReportersProps {
  item: Pick<
    QueueItem,
    'type' | 'targetId' | 'version' | 'noReports' | 'reports' | 'communityId' | 'communityName'
  >
  /** Whether each report says its reason. Where all have the same, it is said once for all. */
  showsReasons: boolean
}

/** Who reported something and what they wrote, as part of a line. */
export function Reporters({ item, showsReasons }: ReportersProps) {
  return (
    <ul className={styles.reports} aria-label={t('Reports')}>
      {item.reports.map(({ id, reason, note, reporter, createdAt }) => (
        <li key={id} className={styles.report}>
          {reporter ? (
            <AuthorLink item={{ ...reporter, userDeleted: false }} className={styles.name} />
          ) : (
            <span className={styles.name}>{t('Someone')}</span>
          )}{' '}
          {showsReasons && <>{reasonText(reason)} </>}
          <span className={styles.time}>
            <Time at={createdAt} />
          </span>
          {note !== null && (
            <p className={styles.note} dir="auto">
              {isolated(note)}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

/** A menu in which each report can be ignored, and those who report without cause can be silenced. */
export function ReportActions({ item }: Pick<ReportersProps, 'item'>) {
  const initial = useInitial()
  const layer = useLayer()
  const [selected, setSelected] = useState('')
  const ignore = useIgnoreReport(item)
  const toasts = useToasts()
  const notifyFailure = useNotifyActionFailure()
  // Some have reported it for several reasons.
  const names = item.reports.map(({ reporter }) => reporter?.username)
  const maySilence = mayModerate(initial, item.communityId, 'members')
  return (
    <>
      <Menu
        label={t('Report actions')}
        className={styles.more}
        items={item.reports.flatMap(({ id, reason, reporter }, place) => [
          ...(place > 0 ? ['separator' as const] : []),
          {
            label: reporter
              ? t('Ignore “{reason}” by @{name}', { reason: reasonText(reason), name: reporter.username })
              : t('Ignore “{reason}” by a deleted account', { reason: reasonText(reason) }),
            icon: 'check' as const,
            onSelect: () =>
              ignore.mutate(String(id), {
                onSuccess: () => toasts.show(t('Report ignored.'), { tone: 'success' }),
                onError: notifyFailure,
              }),
          },
          ...(reporter && maySilence && names.indexOf(reporter.username) === place
            ? [
                {
                  label: t('Hide reports by @{name}…', { name: reporter.username }),
                  icon: 'mute' as const,
                  onSelect: () => {
                    setSelected(reporter.username)
                    layer.open()
                  },
                },
              ]
            : []),
        ])}
      />
      {layer.isOpen && (
        <SilenceDialog
          username={selected}
          community={{ id: item.communityId, name: item.communityName }}
          onClose={layer.close}
        />
      )}
    </>
  )
}

interface SilenceDialogProps {
  community: { readonly id: string; readonly name: string }
  username: string
  onClose: () => void
}

function SilenceDialog({ username, community, onClose }: SilenceDialogProps) {
  const silence = useSilenceReporter()
  const toasts = useToasts()
  const notifyFailure = useNotifyActionFailure()
  const isAdmin = useViewer()?.isAdmin === true
  const [isEverywhere, setIsEverywhere] = useState(false)
  const confirm = () =>
    silence.mutate(
      { username, communityId: isEverywhere ? null : community.id, silenced: true },
      {
        onSuccess: () => {
          onClose()
          toasts.show(t('Reports by @{name} are now hidden.', { name: username }), { tone: 'success' })
        },
        onError: notifyFailure,
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
        {t(
          "Their future reports in {community} will be hidden. They won't be notified. You can undo this under Banned.",
          {
            community: community.name,
          },
        )}
      </p>
      {isAdmin && (
        <Checkbox
          label={t('Site-wide')}
          hint={t('You can undo this under Hidden reports in the admin dashboard.')}
          checked={isEverywhere}
          onChange={setIsEverywhere}
        />
      )}
    </ConfirmDialog>
  )
}
