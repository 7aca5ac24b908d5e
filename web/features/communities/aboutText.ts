/** Enough for a link preview or two lines of a list. */
const excerptLength = 220

/**
 * The start of a description as plain text, for lists and link previews: removes Markdown syntax and keeps the text of
 * links. Not for showing the description itself, which the server renders.
 */
export function aboutExcerpt(about: string | null): string {
  const text = (about ?? '')
    .slice(0, 4 * excerptLength)
    .replace(/>!.*?(?:!<|$)/gs, '[spoiler]')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d+\.)[ \t]+/gm, '')
    .replace(/[*`~]+|\b_+|_+\b/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (text.length <= excerptLength) return text
  return `${text.slice(0, text.lastIndexOf(' ', excerptLength) + 1 || excerptLength).trimEnd()}…`
}
