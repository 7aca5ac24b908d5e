import { type RefObject, useEffect } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { NotificationPanel } from './NotificationPanel.tsx'
import styles from './Notifications.module.css'

interface BellPopupProps {
  /** The element around the bell and this popup. */
  frame: RefObject<HTMLElement | null>
  onClose: () => void
}

/** The notifications below the bell in wide windows. */
export function BellPopup({ frame, onClose }: BellPopupProps) {
  useEffect(() => closeFromOutside(frame, onClose), [frame, onClose])
  return (
    <div className={styles.popup} role="dialog" aria-label={t('Notifications')}>
      <NotificationPanel kind={null} heading="h2" />
    </div>
  )
}

/** A press outside or Escape closes it, unless a menu or dialog of its own is open. */
function closeFromOutside(frame: { current: HTMLElement | null }, close: () => void): () => void {
  const press = ({ target }: PointerEvent) => {
    if (!(target instanceof Element) || frame.current?.contains(target)) return
    if (!target.closest('[role=menu], dialog, [role=status], [role=alert]')) close()
  }
  const key = (event: KeyboardEvent) => {
    if (
      event.key !== 'Escape' ||
      event.defaultPrevented ||
      document.querySelector('dialog[open], [role=menu]')
    )
      return
    close()
    frame.current?.querySelector('a')?.focus()
  }
  document.addEventListener('pointerdown', press)
  document.addEventListener('keydown', key)
  return () => {
    document.removeEventListener('pointerdown', press)
    document.removeEventListener('keydown', key)
  }
}
