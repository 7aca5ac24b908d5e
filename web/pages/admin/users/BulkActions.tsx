import { useState } from 'react'
import { t } from '../../../../contract/texts/t.ts'
import type { BulkActionKind } from '../../../../contract/words.ts'
import { useLayer } from '../../../router/useLayer.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { FittingActions } from '../../../ui/buttons/FittingActions.tsx'
import type { IconName } from '../../../ui/icons/names.ts'
import { onDemand } from '../../../ui/onDemand.tsx'
import { type Selection, sizeOf } from './selection.ts'
import styles from './Users.module.css'

const BulkActionDialog = onDemand(() => import('./BulkActionDialog.tsx'))

type OfAccounts = Exclude<BulkActionKind, 'remove' | 'restore'>

const buttons = (): Readonly<Record<OfAccounts, { icon: IconName; label: string }>> => ({
  ban: { icon: 'ban', label: t('Ban') },
  unban: { icon: 'undo', label: t('Unban') },
  log_out: { icon: 'logout', label: t('Log out everywhere') },
  uncount_votes: { icon: 'hide', label: t('Stop counting votes') },
  count_votes: { icon: 'undo', label: t('Count votes again') },
  slow_votes: { icon: 'new', label: t('Slow down voting') },
  end_slow_votes: { icon: 'undo', label: t('Allow normal voting') },
})

/** An action, and those of the selected accounts that it concerns. */
export interface OfferedAction {
  readonly action: OfAccounts
  readonly selection: Selection
}

/** The usual actions, on all selected accounts. */
const usual = (selection: Selection): readonly OfferedAction[] =>
  (['ban', 'unban', 'log_out'] as const).map((action) => ({ action, selection }))

/** Actions on the selected accounts. */
export function BulkActions({
  selection,
  offered = usual(selection),
  onClear,
}: {
  selection: Selection
  offered?: readonly OfferedAction[]
  onClear: () => void
}) {
  const [chosen, setChosen] = useState<OfferedAction | null>(null)
  const dialog = useLayer()
  const count = sizeOf(selection)
  if (count === 0) return null
  return (
    <section className={styles.chosen} aria-label={t('Selected users')}>
      <span className={styles.count}>
        {t('{count, plural, one {# account} other {# accounts}} selected', { count })}
      </span>
      <Button small variant="soft" onClick={onClear}>
        {t('Clear selection')}
      </Button>
      <div className={styles.acts}>
        <FittingActions
          actions={offered.map((one) => ({
            name: one.action,
            ...buttons()[one.action],
            button: (
              <Button
                small
                icon={buttons()[one.action].icon}
                onClick={() => {
                  setChosen(one)
                  dialog.open()
                }}
              >
                {buttons()[one.action].label}
              </Button>
            ),
          }))}
          menuLabel={t('More actions')}
          more={[]}
        />
      </div>
      {dialog.isOpen && chosen && (
        <BulkActionDialog
          {...chosen}
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
