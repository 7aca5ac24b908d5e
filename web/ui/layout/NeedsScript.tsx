import type { ReactNode } from 'react'
import styles from './NeedsScript.module.css'

/** Holds a control that does nothing without JavaScript; there it is not shown. */
export function NeedsScript({ children }: { children: ReactNode }) {
  return <div className={styles.box}>{children}</div>
}
