import { DomUtils, parseDocument } from 'htmlparser2'

export type HtmlElement = ReturnType<typeof DomUtils.findAll>[number]

/** A page as someone reads it whose browser runs no scripts. It has no styles, so what they hide is there, too. */
export interface ReadPage {
  /** Elements of this name, or of any (`*`), with these attributes, in an element or in the whole document. */
  all(name: string, attributes?: Record<string, string>, within?: HtmlElement): HtmlElement[]
  /** Where the links with this name lead. */
  linksTo(name: string | RegExp): string[]
}

/** The text of an element with single spaces. */
export const textOf = (element: HtmlElement | undefined): string =>
  element ? DomUtils.textContent(element).replace(/\s+/g, ' ').trim() : ''

export function readHtml(html: string): ReadPage {
  const { children } = parseDocument(html)
  const all: ReadPage['all'] = (name, attributes = {}, within) =>
    DomUtils.findAll(
      (element) =>
        (name === '*' || element.name === name) &&
        Object.entries(attributes).every(([attribute, value]) => element.attribs[attribute] === value),
      within?.children ?? children,
    )
  return {
    all,
    linksTo: (name) =>
      all('a')
        .filter((link) => {
          const text = link.attribs['aria-label'] ?? textOf(link)
          return typeof name === 'string' ? text === name : name.test(text)
        })
        .map(({ attribs }) => attribs.href ?? ''),
  }
}
