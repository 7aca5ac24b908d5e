import { createContext, type ReactElement, type ReactNode, useContext } from 'react'

/**
 * A part of a page that the server renders for itself. It is asked what it is when the page is put together, and then for the data of
 * that page: what is around it may have been rendered for another viewer.
 */
export interface MarkupPart<Item extends object, Facts> {
  /** Of the kind of part. */
  readonly name: string
  /** Data of the API, as it came. */
  readonly items: () => readonly Item[]
  /** Everything else, as plain JSON. */
  readonly facts: () => Facts
  /** Makes the part of nothing but items and facts. */
  readonly render: (items: readonly Item[], facts: Facts) => ReactElement
}

/** Collects parts of a page, whose markup is inserted after the page was rendered. Only the server has one. */
export interface MarkupSlots {
  /** Whether this object is the same for all viewers who may see it. */
  isShared(item: object): boolean
  /**
   * A part that looks the same to many viewers: those with equal names, items and facts get the same markup.
   *
   * @returns a text that stands for the markup in what React renders.
   */
  place<Item extends object, Facts>(part: MarkupPart<Item, Facts>): string
  /**
   * A part that is rendered for each request, with what the page knows of its viewer; parts of it may be shared.
   *
   * @returns a text that stands for the markup in what React renders.
   */
  placeOwn(render: () => ReactElement): string
  /**
   * A text that is made for each request, also in an attribute.
   *
   * @returns a text that stands for it in what React renders.
   */
  placeText(text: () => string): string
}

export const MarkupSlotsContext = createContext<MarkupSlots | null>(null)

interface CachedMarkupProps<Item extends object, Facts> {
  name: string
  item: () => Item
  /** Everything besides the item that the markup depends on, as plain JSON. */
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
  return slots
    ? slots.place({
        name,
        items: () => [item()],
        facts,
        render: ([known], knownFacts) => render(known as Item, knownFacts),
      })
    : children
}

/** A part of a page that the server renders for each request, while the rest of the page may be kept. */
export function OwnMarkup({ render }: { render: () => ReactElement }): ReactNode {
  const slots = useContext(MarkupSlotsContext)
  return slots ? slots.placeOwn(render) : render()
}

/** A text that the server makes for each request, also in an attribute, while the rest of the page may be kept. */
export function useOwnText(text: () => string): string {
  const slots = useContext(MarkupSlotsContext)
  return slots ? slots.placeText(text) : text()
}
