import { escapeMarkup } from '../../../contract/escapeMarkup.ts'
/** An Atom feed (RFC 4287). */
export interface AtomFeed {
  readonly title: string
  /** The complete URL of the feed itself. */
  readonly self: string
  /** The complete URL of the page with the same content. */
  readonly alternate: string
  readonly entries: readonly AtomEntry[]
}

export interface AtomEntry {
  /** Its permanent id; by default, the URL of its page. */
  readonly id?: string
  /** The URL of its page. */
  readonly page: string
  readonly title: string
  readonly author: { readonly name: string; readonly page: string | null }
  readonly publishedAt: string
  readonly updatedAt: string
  readonly category: string
  readonly html: string
  /** What a link post links. */
  readonly related?: string
}

// XML 1.0, production 2: no other control characters, escaped or not, and no half of a pair.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is dropped.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** A text as XML can hold it. */
export const escapeXml = (text: string): string => escapeMarkup(text.toWellFormed().replace(forbidden, ''))

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`
const link = (rel: string, href: string, type = 'text/html') =>
  `<link rel="${rel}" type="${type}" href="${escapeXml(href)}"/>`

const entryXml = (entry: AtomEntry) =>
  [
    '<entry>',
    element('id', entry.id ?? entry.page),
    element('title', entry.title),
    link('alternate', entry.page),
    entry.related === undefined ? '' : `<link rel="related" href="${escapeXml(entry.related)}"/>`,
    element('published', entry.publishedAt),
    element('updated', entry.updatedAt),
    `<author>${element('name', entry.author.name)}${entry.author.page ? element('uri', entry.author.page) : ''}</author>`,
    `<category term="${escapeXml(entry.category)}"/>`,
    `<content type="html">${escapeXml(entry.html)}</content>`,
    '</entry>',
  ].join('')

/** The latest change of an entry; for an empty feed 1970, so that it stays the same. */
export const updatedAt = ({ entries }: AtomFeed): string =>
  entries.reduce(
    (latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest),
    '1970-01-01T00:00:00.000Z',
  )

/** Writes a feed as XML. */
export const atomXml = (feed: AtomFeed): string =>
  [
    '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', feed.self),
    element('title', feed.title),
    link('self', feed.self, 'application/atom+xml'),
    link('alternate', feed.alternate),
    element('updated', updatedAt(feed)),
    ...feed.entries.map(entryXml),
    '</feed>\n',
  ].join('\n')
