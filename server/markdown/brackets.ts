import type { Env, MarkdownIt } from 'markdown-it'

// In characters, for one whole text. An opening bracket that is never closed is looked for to the end of its
// paragraph; the longest text can have five hundred of them before the search stops.
const longestBracketSearch = 10_000_000

/**
 * Ends the search for closing brackets once it has cost too much; the brackets that are left stay text.
 * Otherwise its cost would grow with the square of the brackets that are opened in vain.
 */
export function boundBracketSearch(markdown: MarkdownIt): void {
  const { parseLinkLabel } = markdown.helpers
  const searched = new WeakMap<Env, number>()
  markdown.helpers = {
    ...markdown.helpers,
    parseLinkLabel(state, start, disableNested) {
      if ((searched.get(state.env) ?? 0) > longestBracketSearch) return -1
      const end = parseLinkLabel(state, start, disableNested)
      const cost = (end < 0 ? state.posMax : end) - start
      searched.set(state.env, (searched.get(state.env) ?? 0) + cost)
      return end
    },
  }
}
