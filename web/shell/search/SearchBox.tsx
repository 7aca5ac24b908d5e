import { Icon } from '../../components/icons/Icon.tsx'
import { useDialogs } from '../dialogs.tsx'
import styles from './SearchBox.module.css'

/** Opens the search dialog, on a press or with `/`. */
export function SearchBox() {
  const dialogs = useDialogs()
  return (
    <button type="button" className={styles.box} data-search="" onClick={() => dialogs.open('search')}>
      <Icon name="search" />
      Search
      <kbd className={styles.key}>/</kbd>
    </button>
  )
}
