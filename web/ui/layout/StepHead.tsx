import { type ReactNode, useEffect, useRef } from 'react'
import styles from './StepHead.module.css'

interface StepHeadProps {
  level: 'h1' | 'h3'
  id?: string
  title: string
  /** Which of how many it is; empty for no such line. */
  steps: string
  hint: string
}

/** The head of one of several steps. It takes the focus: the button that led here is gone, and a field would open the keyboard. */
export function StepHead({ level: Heading, id, title, steps, hint }: StepHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div>
      {steps && <p className="quiet">{steps}</p>}
      <Heading id={id} ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </Heading>
      <p className={styles.hint}>{hint}</p>
    </div>
  )
}

/** The buttons at the end of a step. */
export const StepFoot = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
)
