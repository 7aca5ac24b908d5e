/** A thing as schema.org knows it, complete with the addresses of others. */
export interface Thing {
  readonly '@type': string
  readonly [property: string]: unknown
}

/** How often somebody did something: `LikeAction`, `CommentAction` and the like. */
export const counted = (action: string, times: number): Thing => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${action}`,
  userInteractionCount: times,
})

/** A person, or thing, by their address: what else is known of them stands there. */
export const namedPage = (type: string, name: string, url: string): Thing => ({
  '@type': type,
  '@id': url,
  name,
  url,
})

/**
 * The way from the front page to a page.
 *
 * @param steps names with their complete addresses, the page itself at the end.
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
