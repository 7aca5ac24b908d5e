import { classNames } from '../classNames.ts'
import { isolated } from './isolated.tsx'
import styles from './PlainLines.module.css'

/** A text without markup in the lines in which someone wrote it; `quoted` has a bar at the side. */
export const PlainLines = ({ text, quoted }: { text: string; quoted?: boolean }) => (
  <p className={classNames(styles.text, quoted && styles.quoted)} dir="auto">
    {isolated(text)}
  </p>
)
