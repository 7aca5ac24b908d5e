import type { ReactNode } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import styles from './SettingsScreen.module.css'

interface SaveFormProps {
  /** Whether something was changed that can be saved. */
  canSave: boolean
  busy: boolean
  /** Not called while `busy`, or without anything to save. */
  onSave: () => void
  children: ReactNode
}

/** Settings with the button that saves them. */
export const SaveForm = ({ canSave, busy, onSave, children }: SaveFormProps) => (
  <form
    className={styles.form}
    onSubmit={(event) => {
      event.preventDefault()
      if (canSave && !busy) onSave()
    }}
  >
    {children}
    <div className={styles.foot}>
      <Button type="submit" variant="main" disabled={!canSave} busy={busy}>
        {t('Save')}
      </Button>
    </div>
  </form>
)
