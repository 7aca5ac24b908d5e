import type { SearchProgress } from '../../../contract/entities/search.ts'
import { t } from '../../../contract/texts/t.ts'

/** How far the search index is after an import, as a sentence. */
export const progressText = ({ indexed, total }: SearchProgress): string =>
  t('Still indexing recent imports ({indexed, number} of {total, number}).', { indexed, total })
