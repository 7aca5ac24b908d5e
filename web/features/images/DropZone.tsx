import { t } from '../../../contract/texts/t.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import styles from './DropZone.module.css'

/** Covers the form while files are dragged over the page. */
export function DropZone() {
  return (
    <div className={styles.zone} aria-hidden="true">
      <p className={styles.words}>
        <Icon name="image" size={36} />
        {t('Drop images here')}
      </p>
    </div>
  )
}
