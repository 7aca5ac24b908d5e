/** Elements that begin on a line of their own. */
const block = /<\/?(?:p|div|li|ul|ol|blockquote|pre|table|tr|hr|br)\b[^>]*>/g
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** Markup is seldom more than three times as long as its words. */
const markupFactor = 4

/**
 * The words of a text that our renderer made, which writes no `>` inside of a tag and knows four entities.
 *
 * @param maxLength at most this many UTF-16 units, the ellipsis of a cut text included.
 */
export function plainText(html: string, maxLength: number): string {
  const beginning = html.slice(0, markupFactor * maxLength)
  const text = beginning
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
  return isWhole ? text : `${text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
