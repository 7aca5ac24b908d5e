import { useEffect, useEffectEvent } from 'react'
import { richNodeOf, toMarkdown } from '../../ui/markdown/richText.ts'

/** Longer selections are cut: a reply is not a copy. */
const quotedMost = 4000

interface Quote {
  /** The post or comment that the text is from. */
  readonly article: Element
  readonly markdown: string
}

/** Clicking a button clears the selection in some browsers, so it is remembered before. */
let pressed: Quote | null = null
if (typeof document !== 'undefined')
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      pressed = target instanceof Element && target.closest('button') ? selectedQuote() : null
    },
    { capture: true },
  )

/** The selected text of a post or comment as a quotation in Markdown, or an empty text when something else is selected. */
export function quoteOf(isMeant: (article: Element) => boolean): string {
  const quote = selectedQuote() ?? pressed
  return quote && isMeant(quote.article) ? quote.markdown : ''
}

/** Adds a quotation when the button that opened the form is pressed again. */
export function useFurtherQuotes(
  isMeant: ((article: Element) => boolean) | undefined,
  add: (quote: string) => void,
): void {
  const onClick = useEffectEvent(({ target }: MouseEvent) => {
    if (!isMeant || !(target instanceof Element) || !target.closest('[data-key=c]')) return
    const quote = quoteOf(isMeant)
    const article = target.closest('article')
    if (quote !== '' && article && isMeant(article)) add(quote)
  })
  useEffect(() => {
    // While it is captured, so that the press that opened the form, which may still bubble, is none of them.
    document.addEventListener('click', onClick, { capture: true })
    return () => document.removeEventListener('click', onClick, { capture: true })
  }, [])
}

function selectedQuote(): Quote | null {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const { commonAncestorContainer: node } = range
  const text = (node instanceof Element ? node : node.parentElement)?.closest('.md')
  const article = text?.closest('article')
  // Not from the preview of an answer.
  if (!article || text?.closest('[role=tabpanel]')) return null
  const markdown = toMarkdown(richNodeOf(range.cloneContents())).slice(0, quotedMost)
  return markdown === '' ? null : { article, markdown: quoted(markdown) }
}

/** Followed by an empty line, so that the next text is not part of it. */
const quoted = (text: string): string => `${text.replace(/^/gm, '> ').replace(/^> $/gm, '>')}\n\n`

/** A text with a quotation after it. */
export const withQuote = (text: string, quote: string): string =>
  quote === '' || text.trim() === '' ? text + quote : `${text.trimEnd()}\n\n${quote}`
