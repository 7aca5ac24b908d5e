import { Button } from '../../ui/buttons/Button.tsx'
import type { FittingAction } from '../../ui/buttons/FittingActions.tsx'
import styles from './queueButton.module.css'

interface QueueButton extends Omit<FittingAction, 'button'> {
  /** The key that presses it. */
  readonly hotkey: string
  /** What the button shows in place of the label, and on phones only to screen readers. */
  readonly word?: string
  readonly busy?: boolean
  readonly onClick: () => void
}

/** An action on an item of the queue or on its author. */
export const queueButton = ({ hotkey, word, busy, onClick, ...action }: QueueButton): FittingAction => ({
  ...action,
  button: (
    <Button
      small
      icon={action.icon}
      data-key={hotkey}
      aria-label={word === undefined || word === action.label ? undefined : action.label}
      busy={busy ?? false}
      onClick={onClick}
    >
      {word === undefined ? action.label : <span className={styles.word}>{word}</span>}
    </Button>
  ),
})
