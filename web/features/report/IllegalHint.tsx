import { t } from '../../../contract/texts/t.ts'
import { Link } from '../../ui/navigation/Link.tsx'
import styles from './ReportDialog.module.css'

/** The way to the form for unlawful content. */
export const IllegalHint = ({ href }: { href: string }) => (
  <p className={styles.hint}>
    Does it break a law? <Link href={href}>{t('Report illegal content')}</Link>
  </p>
)
