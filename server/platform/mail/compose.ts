import { escapeMarkup } from '../../../contract/escapeMarkup.ts'
import { languageAttributes } from '../text/direction.ts'
import type { Mail } from './send.ts'

/** A text of the program, a link, or what someone wrote. */
type Paragraph = string | { readonly href: string } | { readonly quoted: string }

/** A mail in the current language, as plain text and as HTML without external resources. */
export const composeMail = ({
  to,
  subject,
  paragraphs,
}: Pick<Mail, 'to' | 'subject'> & { readonly paragraphs: readonly Paragraph[] }): Mail => ({
  to,
  subject,
  text: `${paragraphs.map(textOf).join('\n\n')}\n`,
  html: `<!DOCTYPE html>\n<html ${languageAttributes()}><body>${paragraphs.map(markupOf).join('\n')}</body></html>\n`,
})

const textOf = (paragraph: Paragraph): string =>
  typeof paragraph === 'string' ? paragraph : 'href' in paragraph ? paragraph.href : paragraph.quoted

function markupOf(paragraph: Paragraph): string {
  const text = escapeMarkup(textOf(paragraph))
  if (typeof paragraph === 'string') return `<p>${text}</p>`
  if ('href' in paragraph) return `<p><a href="${text}">${text}</a></p>`
  return `<blockquote dir="auto" style="white-space: pre-line">${text}</blockquote>`
}
