import type { ComponentPropsWithRef } from 'react'
import { classNames } from '../classNames.ts'
import styles from './Card.module.css'

type CardProps = ComponentPropsWithRef<'div'> & {
  as?: 'article' | 'section' | 'div' | 'aside' | 'li'
  /** The usual space around what is inside; without it the content reaches the edges. */
  padded?: boolean
}

/** A surface of its own on the page; edge to edge where there is one column. */
export function Card({ as: Element = 'div', padded, className, ...rest }: CardProps) {
  const attributes = { ...rest, className: classNames(styles.card, padded && styles.padded, className) }
  return <Element {...(attributes as object)} />
}
