import type { Segment } from '../../../contract/entities/search.ts'
import { hitEnd, hitStart } from './candidates.ts'

/** Cuts an excerpt into what was found and what stands around it. */
export function segmentsOf(excerpt: string): Segment[] {
  return excerpt
    .replace(/\s+/g, ' ')
    .split(hitStart)
    .flatMap((part, n) => {
      const [hit = '', rest] = n === 0 ? ['', part] : part.split(hitEnd)
      return [
        { text: hit, isHit: true },
        { text: rest ?? '', isHit: false },
      ]
    })
    .filter(({ text }) => text !== '')
}
