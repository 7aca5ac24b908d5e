import type { Segment } from '../../../contract/entities/search.ts'

// Private-use characters that mark where a hit starts and ends.
const hitStart = '\ue000'
const hitEnd = '\ue001'

/** Both marks. They are removed from texts and titles before hits are marked, so that nobody can write one. */
export const hitMarks = `${hitStart}${hitEnd}`

/** Characters of Markdown and our marks, which are removed from texts before hits are marked. */
export const strippedCharacters = `*\`#>~|${hitMarks}`

/** Options of `ts_headline` for the text of a post or comment, of which the passages around the hits remain. */
export const headlineOptions = `StartSel=${hitStart}, StopSel=${hitEnd}, ShortWord=0, MaxFragments=2, MinWords=8, MaxWords=24, FragmentDelimiter=" … "`

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
