import { cloneElement, type ReactElement, useEffect, useId, useState } from 'react'
import { classNames } from '../classNames.ts'
import styles from './Tooltip.module.css'

interface TooltipProps {
  text: string
  /** One element that takes the focus. It keeps its own name; the tip is its description. */
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>
  side?: 'above' | 'below'
}

/** A few words about a control, seen while the pointer or the focus is on it (the pointer may move onto the words), until Escape. */
export function Tooltip({ text, children, side = 'above' }: TooltipProps) {
  const id = useId()
  const [isShown, setIsShown] = useState(false)
  const show = () => setIsShown(true)
  const hide = () => setIsShown(false)
  useEffect(() => {
    if (!isShown) return
    // Wherever the focus is: the pointer alone may have brought the tip.
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setIsShown(false)
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isShown])
  return (
    <span
      role="none"
      className={styles.around}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
    >
      {cloneElement(children, { 'aria-describedby': id })}
      <span
        role="tooltip"
        id={id}
        className={classNames(styles.tip, styles[side])}
        data-shown={isShown || undefined}
      >
        {text}
      </span>
    </span>
  )
}
