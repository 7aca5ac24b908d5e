import { createElement, Fragment, type ReactNode } from 'react'
import { fillIn } from '../../../contract/texts/pieces.ts'
import type { ValuesOf } from '../../../contract/texts/selects.ts'
import { messageFor } from '../../../contract/texts/t.ts'

type RichValues = Readonly<Record<string, ReactNode | ((inside: ReactNode) => ReactNode)>>

/**
 * A text in the current language with elements in it.
 *
 * @param message as for `t`, also with tags: `'Read <terms>the terms</terms> of {site}.'`
 * @param values of its arguments; for a tag, what makes an element of its inside.
 */
export function rich<const Text extends string, const Given extends RichValues>(
  message: Text,
  values: ValuesOf<Text, Given>,
): ReactNode {
  const together = (parts: readonly ReactNode[]) => createElement(Fragment, null, ...parts)
  const wrap = (tag: string, inside: readonly ReactNode[]) =>
    ((values as RichValues)[tag] as (inside: ReactNode) => ReactNode)(together(inside))
  return together(fillIn<ReactNode>(messageFor(message), values, wrap))
}
