import { t } from '../../../contract/texts/t.ts'
import styles from './DayRange.module.css'
import { TextField } from './TextField.tsx'

interface DayRangeProps {
  /** Days such as `2026-03-31`; empty for none. */
  from: string
  to: string
  onChange: (days: { from: string; to: string }) => void
}

/** The first and the last day of something, as fields `from` and `to` of a form. */
export function DayRange({ from, to, onChange }: DayRangeProps) {
  return (
    <div className={styles.range}>
      <TextField
        label={t('From')}
        name="from"
        type="date"
        max={to || undefined}
        value={from}
        onChange={(day) => onChange({ from: day, to })}
      />
      <TextField
        label={t('To')}
        name="to"
        type="date"
        min={from || undefined}
        value={to}
        onChange={(day) => onChange({ from, to: day })}
      />
    </div>
  )
}
