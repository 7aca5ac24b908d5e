import { formatNumber } from '../../../contract/texts/language.ts'
import { abbreviateCount } from './abbreviateCount.ts'
import styles from './Count.module.css'

/** A number in tabular figures, abbreviated when large; the exact number is its title then. */
export function Count({ value }: { value: number }) {
  const short = abbreviateCount(value)
  const whole = formatNumber(value)
  return (
    <data className={styles.count} value={value} title={short === whole ? undefined : whole}>
      {short}
    </data>
  )
}
