import type { Segment } from '../../../contract/entities/search.ts'
import { hiddenText } from '../../../contract/spoilers.ts'
import { foldName } from '../../platform/text/foldName.ts'
import { unspacedStretches } from '../../platform/text/unspaced.ts'

// Private-use characters that mark where a hit starts and ends.
const hitStart = '\ue000'
const hitEnd = '\ue001'
// Between passages.
const gap = '\ue002'

/** All marks. They are removed from texts and titles before hits are marked, so that nobody can write one. */
export const hitMarks = `${hitStart}${hitEnd}${gap}`

/** Characters of Markdown and our marks, which are removed from texts before hits are marked. */
export const strippedCharacters = `*\`#>~|${hitMarks}`

/** Options of `ts_headline` for the text of a post or comment, of which the passages around the hits remain, with an ellipsis where they are cut. */
export const headlineOptions = `StartSel=${hitStart}, StopSel=${hitEnd}, ShortWord=0, MaxFragments=2, MinWords=8, MaxWords=24, FragmentDelimiter=${gap}`

/** Options of `ts_headline` for a title, which is kept whole. */
export const titleOptions = `StartSel=${hitStart}, StopSel=${hitEnd}, HighlightAll=true`

/**
 * Splits the passages of `ts_headline` into hits and the text around them.
 *
 * @param words that were searched for. A stretch of a script without spaces, an address of the web or of mail, and the name of a file are
 * one hit each for PostgreSQL; only these parts of it are hits.
 */
export function segmentsOf(passages: string, words: string): Segment[] {
  const stretches = new Set(unspacedStretches(words.normalize('NFKC')))
  const searched = wordsIn(words).map(foldName)
  return (
    passages
      .replace(/\s+/g, ' ')
      // Passages begin at a letter.
      .replace(new RegExp(`^(?=${hitStart}?${hiddenText.slice(1, -1)}\\])`), hiddenText.slice(0, 1))
      .split(hitStart)
      .flatMap((part, n) => {
        const [hit = '', rest] = n === 0 ? ['', part] : part.split(hitEnd)
        return [...partsOf(hit, stretches, searched), { text: rest ?? '', isHit: false }]
      })
      .filter(({ text }) => text !== '')
  )
}

const wordsIn = (text: string): readonly string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** The parts of a hit that were searched for; the hit itself if it has none of them. */
function partsOf(hit: string, stretches: ReadonlySet<string>, searched: readonly string[]): Segment[] {
  const contained = [...stretches].filter((stretch) => hit.includes(stretch))
  if (contained.length > 0)
    return hit
      .split(new RegExp(`(${contained.toSorted((a, b) => b.length - a.length).join('|')})`))
      .map((text) => ({ text, isHit: stretches.has(text) }))
  if (!/[./@]/.test(hit)) return [{ text: hit, isHit: true }]
  const parts = new Set(wordsIn(hit))
  const same = [...parts].filter((part) => searched.includes(foldName(part)))
  const found =
    same.length > 0
      ? same
      : [...parts].filter((part) => searched.some((word) => isFormOf(word, foldName(part))))
  if (found.length === 0) return [{ text: hit, isHit: true }]
  return hit.split(/([\p{L}\p{M}\p{N}]+)/u).map((text) => ({ text, isHit: found.includes(text) }))
}

/** Whether two words seem to be forms of one, such as "walk" and "walking", as PostgreSQL knows from the rules of the language. */
function isFormOf(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const stemLength = Math.max(3, short.length - 2)
  return long.length - stemLength <= 5 && long.startsWith(short.slice(0, stemLength))
}
