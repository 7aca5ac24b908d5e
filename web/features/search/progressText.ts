import type { SearchProgress } from '../../../contract/entities/search.ts'

/** How far the search index is after an import, as a sentence. */
export const progressText = ({ indexed, total }: SearchProgress): string =>
  `Recent imports are still being indexed: ${indexed.toLocaleString('en')} of ${total.toLocaleString('en')} texts.`
