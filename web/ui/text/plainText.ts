import { withoutSpoilers } from '../../../contract/spoilers.ts'

/** Elements that start on a new line. */
const block = /<\/?(?:p|div|li|ul|ol|blockquote|pre|table|tr|hr|br)\b[^>]*>/g
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** Enough for the segmenter to see where the last character ends, such as a family of emoji. */
const graphemeMaxLength = 64

/** Markup is rarely more than three times as long as its text. */
const markupFactor = 4

/**
 * The text of HTML from our renderer, which writes no `>` inside a tag and knows four entities. Without spoilers.
 *
 * @param maxLength at most this many UTF-16 units, including the ellipsis of a truncated text.
 */
export function plainText(html: string, maxLength: number): string {
  const beginning = html.slice(0, markupFactor * maxLength)
  const text = withoutSpoilers(beginning)
    .replace(/<[^>]*$/, '')
    .replace(/&[^;]*$/, '')
    .replace(block, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
  const isWhole = beginning.length === html.length && text.length <= maxLength
  if (isWhole) return text
  let end = 0
  for (const { index, segment } of new Intl.Segmenter().segment(
    text.slice(0, maxLength + graphemeMaxLength),
  )) {
    if (index + segment.length > maxLength - 1) break
    end = index + segment.length
  }
  return `${text.slice(0, end)}…`
}
