import { useRef, useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { useShownPage } from '../../router/page.ts'
import { useLayer } from '../../router/useLayer.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { opensNewTab } from '../../ui/navigation/opensNewTab.ts'
import { phoneMedia } from '../../ui/phone.ts'
import type { BellPopup } from './BellPopup.tsx'
import styles from './Notifications.module.css'

/** 'Notifications', with the number of new ones. */
export const bellLabel = (newCount: number) =>
  newCount > 0 ? t('Notifications, {newCount, number} new', { newCount }) : t('Notifications')

/** Opens the notifications: below the bell in wide windows, as a page on phones. */
export function Bell({ newCount }: { newCount: number }) {
  const { path } = useShownPage()
  const { isOpen, open, close } = useLayer()
  const [Popup, setPopup] = useState<typeof BellPopup | null>(null)
  const frame = useRef<HTMLSpanElement>(null)
  const load = () => import('./BellPopup.tsx').then((module) => setPopup(() => module.BellPopup))
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
          const isPhone = matchMedia(phoneMedia).matches
          if (isPhone || path === '/notifications' || opensNewTab(event)) return
          event.preventDefault()
          if (isOpen) close()
          // Without a connection the page shows the error.
          else load().then(open, () => location.assign('/notifications'))
        }}
      />
      {isOpen && Popup && <Popup frame={frame} onClose={close} />}
    </span>
  )
}
