import type { MarkdownIt } from 'markdown-it'

/**
 * Writes the elements that look different here than in plain CommonMark.
 *
 * Headings are bold paragraphs of six sizes, not `h1` to `h6`: the page has an outline of its own, and the headings of
 * fifty comments in it would lead listeners astray. Code and tables may be wider than the page, so they can be
 * scrolled, and therefore reached with the keyboard.
 */
export function writeElements(markdown: MarkdownIt): void {
  const { rules } = markdown.renderer
  const { escapeHtml, unescapeAll } = markdown.utils
  const pre = (code: string, attributes = '') =>
    `<pre tabindex="0"><code${attributes}>${escapeHtml(code)}</code></pre>\n`

  rules.heading_open = (tokens, index) =>
    `<p class="md-heading md-heading-${tokens[index]?.tag.slice(1)}"><strong>`
  rules.heading_close = () => '</strong></p>\n'
  rules.code_block = (tokens, index) => pre(tokens[index]?.content ?? '')
  rules.fence = (tokens, index) => {
    const language = languageOf(unescapeAll(tokens[index]?.info ?? ''))
    return pre(tokens[index]?.content ?? '', language && ` class="language-${language}"`)
  }
  rules.table_open = () => '<div class="md-table" tabindex="0" role="group" aria-label="Table">\n<table>\n'
  rules.table_close = () => '</table>\n</div>\n'
  markdown.core.ruler.push('cell_alignment', (state) => {
    for (const cell of state.tokens) {
      const style = cell.attrGet('style')
      // As a class, because the page's security policy ignores style attributes.
      if (style !== null) cell.attrs = [['class', `md-${String(style).replace('text-align:', '')}`]]
    }
  })
}

/** The language a fence names, or nothing when it is no name a highlighter would know. */
function languageOf(info: string): string {
  return /^\s*([\w+#.-]{1,32})(?=\s|$)/.exec(info)?.[1] ?? ''
}
