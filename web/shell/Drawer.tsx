import { useLayoutEffect, useRef } from 'react'
import { IconButton } from '../components/IconButton.tsx'
import styles from './Drawer.module.css'
import { LeftColumn } from './LeftColumn.tsx'

/** The left column where there is no room for it: it slides over the page, and any step away closes it. */
export default function Drawer({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useLayoutEffect(() => {
    const element = dialog.current
    const closeOutside = (event: MouseEvent) => event.target === element && onClose()
    element?.addEventListener('click', closeOutside)
    return () => element?.removeEventListener('click', closeOutside)
  }, [onClose])
  return (
    <dialog
      ref={dialog}
      className={styles.drawer}
      aria-label="Menu"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles.inside}>
        <div className={styles.close}>
          <IconButton icon="close" label="Close menu" onClick={onClose} />
        </div>
        <LeftColumn />
      </div>
    </dialog>
  )
}
