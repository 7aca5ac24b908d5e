import type { MarkdownIt, Token } from 'markdown-it'
import { coloredCode } from './codeColors.ts'
import { dirAttribute } from './directions.ts'

/**
 * Renderer rules for the elements whose HTML differs from CommonMark.
 *
 * Headings become bold paragraphs of six sizes instead of `h1` to `h6`: headings of fifty comments would make the
 * outline of the page useless for screen readers. Code and tables may be wider than the page, so they are scrollable
 * and therefore focusable.
 */
export function writeElements(markdown: MarkdownIt): void {
  const { rules } = markdown.renderer
  const { escapeHtml, unescapeAll } = markdown.utils
  const pre = (token: Token | undefined, attributes = '', html = escapeHtml(token?.content ?? '')) =>
    `<pre${dirAttribute(token)} tabindex="0"><code${attributes}>${html}</code></pre>\n`

  rules.heading_open = (tokens, index) =>
    `<p class="md-heading md-heading-${tokens[index]?.tag.slice(1)}"${dirAttribute(tokens[index])}><strong>`
  rules.heading_close = () => '</strong></p>\n'
  rules.code_block = (tokens, index) => pre(tokens[index])
  rules.fence = (tokens, index, _options, env) => {
    const { info = '', content = '' } = tokens[index] ?? {}
    const language = languageOf(unescapeAll(info))
    const { codeBudget } = (env ?? {}) as { codeBudget?: { left: number } }
    const colored = codeBudget && coloredCode(content, language, codeBudget)
    return pre(tokens[index], language && ` class="language-${language}"`, colored ?? undefined)
  }
  rules.table_open = (tokens, index) =>
    `<div class="md-table" tabindex="0" role="group" aria-label="Table">\n<table${dirAttribute(tokens[index])}>\n`
  rules.table_close = () => '</table>\n</div>\n'
  markdown.core.ruler.push('cell_alignment', (state) => {
    for (const cell of state.tokens) {
      const style = cell.attrGet('style')
      // A class, because the Content-Security-Policy forbids style attributes.
      if (style !== null) cell.attrs = [['class', `md-${String(style).replace('text-align:', '')}`]]
    }
  })
}

/** The language that a fence names; empty when the text does not look like the name of a language. */
function languageOf(info: string): string {
  return /^\s*([\w+#.-]{1,32})(?=\s|$)/.exec(info)?.[1] ?? ''
}
