import type { Env, MarkdownIt } from 'markdown-it'

// Characters scanned for one text. The parser scans to the end of the paragraph for every unclosed bracket; the longest
// text can have five hundred of them before this limit.
const maxScannedCharacters = 10_000_000

/**
 * Limits the search for closing brackets, which is quadratic in the number of unclosed brackets. After the limit, all
 * remaining brackets stay text.
 */
export function boundBracketSearch(markdown: MarkdownIt): void {
  const { parseLinkLabel } = markdown.helpers
  const scanned = new WeakMap<Env, number>()
  markdown.helpers = {
    ...markdown.helpers,
    parseLinkLabel(state, start, disableNested) {
      if ((scanned.get(state.env) ?? 0) > maxScannedCharacters) return -1
      const end = parseLinkLabel(state, start, disableNested)
      const cost = (end < 0 ? state.posMax : end) - start
      scanned.set(state.env, (scanned.get(state.env) ?? 0) + cost)
      return end
    },
  }
}
