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

/** Collects parts of a page, whose markup is inserted after the page was rendered. Only the server has one. */
export interface MarkupSlots {
  /** Whether this object is the same for all viewers who may see it. */
  isShared(item: object): boolean
  /**
   * @param key equal keys get the same markup.
   * @param render must depend only on what the key contains.
   * @returns a placeholder for the markup in the output of React.
   */
  place(key: PartKey, render: () => ReactElement): string
}

export const MarkupSlotsContext = createContext<MarkupSlots | null>(null)

interface CachedMarkupProps<Item extends object, Facts> {
  name: PartKey['name']
  item: Item
  /** Everything else that the markup depends on, as plain JSON. */
  facts: () => Facts
  /** The part with surroundings that are made of item and facts alone, so that nothing else can get into shared markup. */
  render: (item: Item, facts: Facts) => ReactElement
  /** The same part in the page's own surroundings. */
  children: ReactNode
}

/**
 * A part of a page that looks the same to many viewers. The server renders it once for all of them. In the browser its place
 * is taken by `children`, which hydrate the same markup: whoever uses this chooses by `import.meta.env.SSR`, so that the
 * browser does not load what only the server does.
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
