import { createContext, type ReactElement, type ReactNode, useContext } from 'react'

/** A part of a page that looks the same to all viewers for whom items and facts are the same. */
export interface MarkupPart<Item extends object, Facts> {
  /** The name of the kind of part. */
  readonly name: string
  /** Data of the API, as it came; for each request replaced by what all viewers share of it. */
  readonly items: readonly Item[]
  /** Everything else that the part shows, also of the viewer, as plain JSON. */
  readonly facts: Facts
  /**
   * Makes the part of nothing but shared items and facts, with surroundings of its own. So a fact that was forgotten shows what a guest
   * would see, and never what another viewer sees.
   */
  readonly render: (shared: readonly Item[], facts: Facts) => ReactElement
}

/**
 * Places a part whose markup is inserted when the page is rendered. Only the server has such a function.
 *
 * @returns a text that stands for the markup in what React renders; null if an item is not the same for all viewers.
 */
export type PlaceMarkup = <Item extends object, Facts>(part: MarkupPart<Item, Facts>) => string | null

export const PlaceMarkupContext = createContext<PlaceMarkup | null>(null)

interface CachedMarkupProps<Item extends object, Facts> extends MarkupPart<Item, Facts> {
  /** The same part in the page's own surroundings. */
  children: ReactNode
}

/**
 * A part of a page whose markup the server keeps. In the browser its place is taken by `children`, which hydrate the same markup:
 * components that use this choose by `import.meta.env.SSR`, so that the browser does not load what only the server does.
 */
export function CachedMarkup<Item extends object, Facts>({
  children,
  ...part
}: CachedMarkupProps<Item, Facts>): ReactNode {
  const place = useContext(PlaceMarkupContext)
  return place?.(part) ?? children
}
