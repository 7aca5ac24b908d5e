import { t } from '../../../contract/texts/t.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { useDialogs } from '../dialogs/dialogs.tsx'
import styles from './SearchBox.module.css'

/** Opens the search dialog, on a press or with `/`; without JavaScript a link to the search page. */
export function SearchBox() {
  const dialogs = useDialogs()
  return (
    <Link
      href="/search"
      className={styles.box}
      data-search=""
      onClick={(event) => {
        event.preventDefault()
        dialogs.open('search')
      }}
    >
      <Icon name="search" />
      <span className={styles.text}>{t('Search posts, comments, communities')}</span>
      <kbd className={styles.key}>/</kbd>
    </Link>
  )
}
