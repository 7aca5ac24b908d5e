import type { Site } from '../contract/pages.ts'
import type { LoadedQuery } from './data/pageQueries.ts'
import type { ResolvedPage } from './router/resolvePage.ts'

/** The state for hydration, as JSON in the document. */
export interface PageState {
  readonly site: Site
  readonly renderedAt: number
  /** The route of the URL, so that the browser does not have to fetch it again. */
  readonly kind: Exclude<ResolvedPage['kind'], 'failed'>
  /** When the data had been loaded, in milliseconds since 1970. */
  readonly loadedAt: number
  readonly queries: readonly LoadedQuery[]
}
