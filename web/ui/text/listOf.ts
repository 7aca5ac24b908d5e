import { createElement, Fragment, type ReactNode } from 'react'
import { currentLanguage } from '../../../contract/texts/language.ts'

/** Elements as a list in the current language: "@wren, @robin, and 3 more". */
export function listOf(elements: readonly ReactNode[]): ReactNode {
  const parts = new Intl.ListFormat(currentLanguage()).formatToParts(
    elements.map((_, index) => String(index)),
  )
  return createElement(
    Fragment,
    null,
    ...parts.map(({ type, value }) => (type === 'element' ? elements[Number(value)] : value)),
  )
}
