import { useState } from 'react'
import { t } from '../../../../contract/texts/t.ts'
import type { BulkActionKind } from '../../../../contract/words.ts'
import { useLayer } from '../../../router/useLayer.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import type { IconName } from '../../../ui/icons/names.ts'
import { onDemand } from '../../../ui/onDemand.tsx'
import { type Selection, sizeOf } from './selection.ts'
import styles from './Users.module.css'

const BulkActionDialog = onDemand(() => import('./BulkActionDialog.tsx'))

const buttons = (): readonly { action: BulkActionKind; icon: IconName; label: string }[] => [
  { action: 'ban', icon: 'ban', label: t('Ban') },
  { action: 'unban', icon: 'undo', label: t('Unban') },
  { action: 'log_out', icon: 'logout', label: t('Log out everywhere') },
]

/** Actions on all selected accounts. */
export function BulkActions({ selection, onClear }: { selection: Selection; onClear: () => void }) {
  const [action, setAction] = useState<BulkActionKind>('ban')
  const dialog = useLayer()
  const count = sizeOf(selection)
  if (count === 0) return null
  return (
    <section className={styles.chosen} aria-label={t('Selected users')}>
      <span className={styles.count}>
        {t('{count, plural, one {# account} other {# accounts}} selected', { count })}
      </span>
      {buttons().map((button) => (
        <Button
          key={button.action}
          small
          icon={button.icon}
          onClick={() => {
            setAction(button.action)
            dialog.open()
          }}
        >
          {button.label}
        </Button>
      ))}
      <Button small variant="soft" onClick={onClear}>
        {t('Clear selection')}
      </Button>
      {dialog.isOpen && (
        <BulkActionDialog
          action={action}
          selection={selection}
          onChangedMeanwhile={() => {
            dialog.close()
            onClear()
          }}
          onClose={dialog.close}
        />
      )}
    </section>
  )
}
