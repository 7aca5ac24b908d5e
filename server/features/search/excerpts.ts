import type { Segment } from '../../../contract/entities/search.ts'

// Private-use characters that mark hits. They are removed from texts before PostgreSQL inserts them.
const hitStart = '\ue000'
const hitEnd = '\ue001'

/** Characters of Markdown and our marks, which excerpts exclude. */
export const strippedCharacters = `*\`#>~|${hitStart}${hitEnd}`

/** Options of `ts_headline`. */
export const headlineOptions = `StartSel=${hitStart}, StopSel=${hitEnd}, ShortWord=0, MaxFragments=2, MinWords=8, MaxWords=24, FragmentDelimiter=" … "`

/** Our marks, which are removed from titles. */
export const hitMarks = `${hitStart}${hitEnd}`

/** Options of `ts_headline` for a title, which is kept whole. */
export const titleOptions = `StartSel=${hitStart}, StopSel=${hitEnd}, HighlightAll=true`

/** Splits the passages of `ts_headline` into hits and the text around them. */
export function segmentsOf(passages: string): Segment[] {
  return passages
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
