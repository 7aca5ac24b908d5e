import type { DehydratedState } from '@tanstack/react-query'
import type { Site } from '../contract/pages.ts'
import type { ResolvedPage } from './router/resolvePage.ts'

/** What the browser goes on from, as JSON in the document. */
export interface PageState {
  readonly site: Site
  readonly renderedAt: number
  /** What the URL leads to, so that the browser need not ask again. */
  readonly kind: Exclude<ResolvedPage['kind'], 'failed'>
  readonly queries: DehydratedState
}
