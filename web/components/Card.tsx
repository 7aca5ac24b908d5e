import type { ComponentPropsWithRef } from 'react'
import styles from './Card.module.css'
import { classNames } from './classNames.ts'

type Card = ComponentPropsWithRef<'div'> & {
  as?: 'article' | 'section' | 'div' | 'aside' | 'li'
  /** The usual space around what is inside; without it the content reaches the edges. */
  padded?: boolean
}

/** A surface of its own on the page; edge to edge where there is one column. */
export function Card({ as: Element = 'div', padded, className, ...rest }: Card) {
  const attributes = { ...rest, className: classNames(styles.card, padded && styles.padded, className) }
  return <Element {...(attributes as object)} />
}
