import { createElement, Fragment, type ReactNode } from 'react'
import { lists } from '../../../contract/texts/list.ts'

/** Elements as a list in the current language: "@wren, @robin, and 3 more". */
export function listOf(elements: readonly ReactNode[]): ReactNode {
  const parts = lists().formatToParts(elements.map((_, index) => String(index)))
  return createElement(
    Fragment,
    null,
    ...parts.map(({ type, value }) => (type === 'element' ? elements[Number(value)] : value)),
  )
}
