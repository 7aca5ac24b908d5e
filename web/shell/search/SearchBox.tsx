import { useEffect, useRef } from 'react'
import { Icon } from '../../components/icons/Icon.tsx'
import { useDialogs } from '../dialogs.tsx'
import styles from './SearchBox.module.css'

/** Opens the search dialog, on a press or with `/`. */
export function SearchBox() {
  const dialogs = useDialogs()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return
      event.preventDefault()
      button.current?.focus({ preventScroll: true })
      dialogs.open('search')
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [dialogs])
  return (
    <button ref={button} type="button" className={styles.box} onClick={() => dialogs.open('search')}>
      <Icon name="search" />
      Search
      <kbd className={styles.key}>/</kbd>
    </button>
  )
}

/** Keys belong to the field that they are typed into, and to an open dialog. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, select, dialog, [contenteditable]') !== null
  )
}
