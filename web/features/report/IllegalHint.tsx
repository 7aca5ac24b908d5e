import { Link } from '../../ui/navigation/Link.tsx'
import { rich } from '../../ui/text/rich.ts'
import styles from './ReportDialog.module.css'

/** The way to the form for unlawful content. */
export const IllegalHint = ({ href }: { href: string }) => (
  <p className={styles.hint}>
    {rich('Does it break the law? <link>Report illegal content</link>', {
      link: (inside) => <Link href={href}>{inside}</Link>,
    })}
  </p>
)
