import type { ReactNode } from 'react'
import { names, rightToLeft } from '../../../contract/isolatedNames.ts'

/**
 * A text of a member for an element with `dir="auto"`, or a `<bdi>`: names and URLs in it do not decide about its direction if it has
 * letters from right to left, and their marks stay where they are.
 */
export const isolated = (text: ReactNode): ReactNode =>
  typeof text === 'string' && rightToLeft.test(text)
    ? // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other.
      text.split(names).map((part, at) => (at % 2 > 0 ? <bdi key={at}>{part}</bdi> : part))
    : text
