import { createContext, type ReactElement, type ReactNode, useContext } from 'react'

/** Takes the markup of parts of a page, which is put in after the page was rendered. Only the server has one. */
export interface MarkupSlots {
  /**
   * @param key names everything that the markup depends on; equal keys get the same markup.
   * @param render makes the part of nothing but what the key names.
   * @returns a text that stands for the markup in what React renders.
   */
  place(key: string, render: () => ReactElement): string
}

export const MarkupSlotsContext = createContext<MarkupSlots | null>(null)

interface CachedMarkupProps<Facts> {
  /** Of the kind of part. */
  name: string
  /** Everything that the markup depends on, as plain JSON. */
  facts: () => Facts
  /** The part with surroundings that are made of the facts alone, so that nothing else can get into shared markup. */
  render: (facts: Facts) => ReactElement
  /** The same part in the page's own surroundings. */
  children: ReactNode
}

/**
 * A part of a page that looks the same to many viewers. The server renders it once for all of them; in the browser
 * this is nothing but `children`, which hydrate the same markup.
 */
export function CachedMarkup<Facts>({ name, facts, render, children }: CachedMarkupProps<Facts>): ReactNode {
  const slots = useContext(MarkupSlotsContext)
  if (!slots) return children
  const known = facts()
  return slots.place(`${name} ${JSON.stringify(known)}`, () => render(known))
}
