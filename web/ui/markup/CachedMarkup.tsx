import { createContext, type ReactElement, type ReactNode, useContext } from 'react'

/** What the markup of a part depends on, and nothing else. */
interface PartKey {
  /** Of the kind of part. */
  readonly name: string
  /** Data of the API, as it came. */
  readonly items: readonly object[]
  /** Everything else, as plain JSON. */
  readonly facts: unknown
}

/** Takes the markup of parts of a page, which is put in after the page was rendered. Only the server has one. */
export interface MarkupSlots {
  /** Whether the API gives this object to all who may see it. */
  isShared(item: object): boolean
  /**
   * @param key equal keys get the same markup.
   * @param render makes the part of nothing but what the key names.
   * @returns a text that stands for the markup in what React renders.
   */
  place(key: PartKey, render: () => ReactElement): string
}

export const MarkupSlotsContext = createContext<MarkupSlots | null>(null)

interface CachedMarkupProps<Item extends object, Facts> {
  name: PartKey['name']
  item: Item
  /** Everything besides the item that the markup depends on, as plain JSON. */
  facts: () => Facts
  /** The part with surroundings that are made of item and facts alone, so that nothing else can get into shared markup. */
  render: (item: Item, facts: Facts) => ReactElement
  /** The same part in the page's own surroundings. */
  children: ReactNode
}

/**
 * A part of a page that looks the same to many viewers. The server renders it once for all of them; in the browser
 * this is nothing but `children`, which hydrate the same markup.
 */
export function CachedMarkup<Item extends object, Facts>({
  name,
  item,
  facts,
  render,
  children,
}: CachedMarkupProps<Item, Facts>): ReactNode {
  const slots = useContext(MarkupSlotsContext)
  if (!slots) return children
  const known = facts()
  return slots.place({ name, items: [item], facts: known }, () => render(item, known))
}
