import type { ReactNode } from 'react'
import styles from './NeedsScript.module.css'

/** Hides a control that does nothing without JavaScript when JavaScript is off. */
export function NeedsScript({ children }: { children: ReactNode }) {
  return <div className={styles.box}>{children}</div>
}
