import type { DehydratedState } from '@tanstack/react-query'
import type { Site } from '../contract/pages.ts'
import type { View } from './resolveView.ts'

/** What the browser goes on from, as JSON in the document. */
export interface PageState {
  readonly site: Site
  readonly renderedAt: number
  /** What the address turned out to be, so that the browser need not ask again. */
  readonly kind: Exclude<View['kind'], 'failed'>
  readonly queries: DehydratedState
}
