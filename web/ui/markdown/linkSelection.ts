import type { Selected } from './markdownTools.ts'
import { isInCode, piecesOf, type Range, trimmed } from './structure.ts'

/**
 * The Markdown link for a URL that is pasted over selected text.
 *
 * @returns null for an ordinary paste: nothing is selected, the pasted text is not a single URL, or the selection is
 * itself a URL that should be replaced, in code or a link, or more than a piece of one paragraph.
 */
export function linkSelection({ text, start, end }: Selected, pasted: string): string | null {
  const url = pasted.trim()
  const selected = text.slice(start, end)
  if (!selected.trim() || !isWebUrl(url) || isWebUrl(selected.trim())) return null
  const words = trimmed(text, { start, end })
  const [piece, ...others] = piecesOf(text, words)
  if (!piece || others.length > 0 || piece.start !== words.start || piece.end !== words.end) return null
  if (isInCode(text, words) || isInLink(text, words) || /\[[^\]]*\]\(/.test(selected)) return null
  // Brackets and spaces would end the link too early.
  const target = /[()\s<>]/.test(url) ? `<${url.replace(/[<>\s]/g, encodeURIComponent)}>` : url
  const [before, after] = [text.slice(start, words.start), text.slice(words.end, end)]
  return `${before}[${text.slice(words.start, words.end)}](${target})${after}`
}

const isInLink = (text: string, { start, end }: Range): boolean =>
  [...text.matchAll(/\[[^\]\n]*\]\([^)\s]*\)/g)].some(
    ({ index, 0: whole }) => start > index && end < index + whole.length,
  )

/** Whether a text consists of a single http or https URL. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
}
