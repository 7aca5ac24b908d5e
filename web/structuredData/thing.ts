/** A thing in the vocabulary of schema.org. Its links are absolute URLs. */
export interface Thing {
  readonly '@type': string
  readonly [property: string]: unknown
}

/** An interaction count: `LikeAction`, `CommentAction` and the like. */
export const counted = (action: string, times: number): Thing => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${action}`,
  userInteractionCount: times,
})

/** A reference to a person or thing by its URL, which has the rest of its data. */
export const namedPage = (type: string, name: string, url: string): Thing => ({
  '@type': type,
  '@id': url,
  name,
  url,
})

/**
 * The breadcrumb from the front page to a page.
 *
 * @param steps names with their absolute URLs, the page itself last.
 */
export const breadcrumbs = (steps: readonly (readonly [name: string, url: string])[]): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(([name, item], place) => ({
    '@type': 'ListItem',
    position: place + 1,
    name,
    item,
  })),
})
