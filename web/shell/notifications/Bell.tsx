import { type ComponentType, useEffect, useRef, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { opensElsewhere } from '../../components/opensElsewhere.ts'
import { useShown } from '../../navigation.ts'
import { useLayer } from '../useLayer.ts'
import styles from './Notifications.module.css'

/** 'Notifications', with how many are new. */
export const bellLabel = (newCount: number) =>
  newCount > 0 ? `Notifications, ${newCount} new` : 'Notifications'

/** Leads to the notifications: wide windows show them below the bell, phones as a page. */
export function Bell({ newCount }: { newCount: number }) {
  const { path } = useShown()
  const { isOpen, open, close } = useLayer()
  const [Panel, setPanel] = useState<ComponentType<{ heading: 'h2' }> | null>(null)
  const frame = useRef<HTMLSpanElement>(null)
  const load = () =>
    import('./NotificationPanel.tsx').then(({ NotificationPanel }) => setPanel(() => NotificationPanel))
  useEffect(() => {
    if (isOpen) return closeFromOutside(frame, close)
  }, [isOpen, close])
  return (
    <span ref={frame} className={styles.bell}>
      <IconButton
        icon="bell"
        label={bellLabel(newCount)}
        badge={newCount}
        href="/notifications"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => load().catch(() => {})}
        onClick={(event) => {
          const isPhone = matchMedia(`(max-width: ${limits.phoneMaxWidthPx}px)`).matches
          if (isPhone || path === '/notifications' || opensElsewhere(event)) return
          event.preventDefault()
          if (isOpen) close()
          // Without a connection the page says so.
          else load().then(open, () => location.assign('/notifications'))
        }}
      />
      {isOpen && Panel && (
        <div className={styles.popup} role="dialog" aria-label="Notifications">
          <Panel heading="h2" />
        </div>
      )}
    </span>
  )
}

/** A press outside or Escape closes what is open, unless a menu or dialog of its own lies over it. */
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
