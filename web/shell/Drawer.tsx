import { useLayoutEffect, useRef } from 'react'
import { t } from '../../contract/texts/t.ts'
import { useInitial } from '../data/account/initial.ts'
import { keepColumnScroll } from '../device/scrollMemory.ts'
import { useDialogs } from '../features/dialogs/dialogs.tsx'
import { IconButton } from '../ui/buttons/IconButton.tsx'
import { Icon } from '../ui/icons/Icon.tsx'
import { openModal } from '../ui/overlays/openModal.ts'
import styles from './Drawer.module.css'
import { dragToClose } from './dragToClose.ts'
import { LeftColumn } from './LeftColumn.tsx'
import { ThemeButton } from './ThemeButton.tsx'

/** The left column on narrow screens: a drawer over the page, closed by any navigation. */
export default function Drawer({ onClose }: { onClose: () => void }) {
  const dialogs = useDialogs()
  const { user } = useInitial()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const close = openModal(element)
    // An element scrolls only while it is shown.
    const forget = keepColumnScroll(element)
    return () => {
      forget?.()
      close()
    }
  }, [])
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const closeOutside = (event: MouseEvent) => event.target === element && onClose()
    element.addEventListener('click', closeOutside)
    const stopDragging = dragToClose(element, onClose)
    return () => {
      element.removeEventListener('click', closeOutside)
      stopDragging()
    }
  }, [onClose])
  return (
    <dialog
      ref={dialog}
      className={styles.drawer}
      aria-label={t('Menu')}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles.inside}>
        <div className={styles.head}>
          <button type="button" className={styles.search} onClick={() => dialogs.open('search')}>
            <Icon name="search" />
            {t('Search')}
          </button>
          {!user && <ThemeButton />}
          <IconButton icon="close" label={t('Close menu')} onClick={onClose} />
        </div>
        <LeftColumn />
      </div>
    </dialog>
  )
}
