import type { ComponentPropsWithRef } from 'react'
import { classNames } from '../classNames.ts'
import styles from './Card.module.css'

type CardProps = ComponentPropsWithRef<'div'> & {
  as?: 'article' | 'section' | 'div' | 'aside' | 'li'
  /** The usual padding; without it the content reaches the edges. */
  padded?: boolean
}

/** A separate surface on the page; reaches the edges of the window in layouts with one column. */
export function Card({ as: Element = 'div', padded, className, ...rest }: CardProps) {
  const attributes = { ...rest, className: classNames(styles.card, padded && styles.padded, className) }
  return <Element {...(attributes as object)} />
}
