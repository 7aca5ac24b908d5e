import type { ClipboardEvent } from 'react'
import { replaceSelection } from './replaceText.ts'

/** Much more than a text may have; converting it would hold up the page. */
const longestHtml = 1_000_000

/**
 * Turns what is pasted with formatting into Markdown; a plain paste stays one, as does what the browser pastes "as plain
 * text". The converter is loaded with the first such paste.
 */
export function pasteRichText(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const html = event.clipboardData.getData('text/html')
  const plain = event.clipboardData.getData('text/plain')
  if (html.length > longestHtml || !hasFormatting(html)) return
  event.preventDefault()
  const area = event.currentTarget
  const { selectionStart, selectionEnd } = area
  const paste = (text: string) => {
    // The user may have left the field or continued typing meanwhile.
    if (document.activeElement !== area) area.focus()
    area.setSelectionRange(
      Math.min(selectionStart, area.value.length),
      Math.min(selectionEnd, area.value.length),
    )
    replaceSelection(area, text)
  }
  void import('./richText.ts').then(
    ({ markdownOfHtml }) => paste(markdownOfHtml(html) || plain),
    () => paste(plain),
  )
}

/** Whether HTML from the clipboard has formatting; word processors wrap every copied word into paragraphs. */
export const hasFormatting = (html: string): boolean =>
  /<(?:a\s[^>]*href|b|strong|i|em|ul|ol|blockquote|pre|code|h[1-6]|table|del|s)\b[^>]*>/i.test(
    // The wrapper of Google Docs, which is a bold element that is not bold.
    html.replace(/<b\s[^>]*docs-internal-guid[^>]*>/gi, ''),
  )
