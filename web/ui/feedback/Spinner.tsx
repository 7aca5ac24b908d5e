import styles from './Spinner.module.css'

/** With `label` it is announced to screen readers; without, its container must be `aria-busy`. */
export function Spinner({ label, size = 'small' }: { label?: string; size?: 'small' | 'large' }) {
  return (
    <span className={styles[size]} {...(label ? { role: 'status' } : { 'aria-hidden': true })}>
      {label && <span className="visually-hidden">{label}</span>}
    </span>
  )
}
