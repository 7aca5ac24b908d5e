import type { Segment } from '../../../contract/entities/search.ts'

// Of the private use area; texts are freed of them before PostgreSQL puts them around what was found.
const hitStart = '\ue000'
const hitEnd = '\ue001'

/** Characters of Markdown, and ours, that an excerpt is made without. */
export const strippedCharacters = `*\`#>~|${hitStart}${hitEnd}`

/** For `ts_headline`. */
export const headlineOptions = `StartSel=${hitStart}, StopSel=${hitEnd}, ShortWord=0, MaxFragments=2, MinWords=8, MaxWords=24, FragmentDelimiter=" … "`

/** Ours, of which titles are freed. */
export const hitMarks = `${hitStart}${hitEnd}`

/** For `ts_headline` of a title, which is kept as a whole. */
export const titleOptions = `StartSel=${hitStart}, StopSel=${hitEnd}, HighlightAll=true`

/** Splits the passages that `ts_headline` found into what was found and what stands around it. */
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
