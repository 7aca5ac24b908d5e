import { t } from '../../../contract/texts/t.ts'
import { Button } from '../buttons/Button.tsx'
import { IconButton } from '../buttons/IconButton.tsx'
import { Icon } from '../icons/Icon.tsx'
import styles from './Toast.module.css'

export type ToastTone = 'info' | 'success' | 'danger'

/** One action, such as "Undo". */
export interface ToastAction {
  readonly label: string
  readonly onPress: () => void
  /** Whether the message goes away then. */
  readonly isOnce?: boolean
}

interface ToastProps {
  text: string
  tone?: ToastTone
  action?: ToastAction
  onDismiss: () => void
}

/** A short message about what just happened. The caller decides its position and duration. */
export function Toast({ text, tone = 'info', action, onDismiss }: ToastProps) {
  return (
    <div className={styles.toast} role={tone === 'danger' ? 'alert' : 'status'}>
      {tone !== 'info' && (
        <span className={styles[tone]}>
          <Icon name={tone === 'danger' ? 'error' : 'success'} />
        </span>
      )}
      <span className={styles.text}>{text}</span>
      {action && (
        <Button
          small
          variant="soft"
          onClick={() => {
            action.onPress()
            if (action.isOnce) onDismiss()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon="close" label={t('Dismiss')} onClick={onDismiss} />
    </div>
  )
}
