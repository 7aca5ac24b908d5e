import styles from './Spinner.module.css'

/** Something is on its way. With `label` it is announced; without, what it stands in says so (`aria-busy`). */
export function Spinner({ label, size = 'small' }: { label?: string; size?: 'small' | 'large' }) {
  return (
    <span className={styles[size]} {...(label ? { role: 'status' } : { 'aria-hidden': true })}>
      {label && <span className="visually-hidden">{label}</span>}
    </span>
  )
}
