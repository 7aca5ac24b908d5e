import { Parser } from 'htmlparser2'
import { limits } from '../../../contract/limits.ts'
import type { FetchedDocument } from '../../platform/fetch/fetch.ts'
import { cut } from '../../platform/http/text.ts'

/** Some large sites put long scripts before the metadata. */
const headMaxBytes = 2 * 1024 * 1024
/** Where a page may name its character set; HTML standard, "prescan a byte stream". */
const prescanBytes = 1024

export interface PageMetadata {
  /** Its `og:title`, else its title, else empty; at most 255 characters on one line. */
  readonly title: string
  /** The absolute URL of its `og:image`. */
  readonly image: URL | null
}

export const isHtml = ({ contentType }: Pick<FetchedDocument, 'contentType'>): boolean =>
  contentType === 'text/html' || contentType === 'application/xhtml+xml'

/** Parses the head of an HTML page and stops reading at its end. Malformed HTML gives what could be parsed. */
export async function parsePageMetadata(answer: FetchedDocument): Promise<PageMetadata> {
  const head = createHeadParser()
  let decoder: TextDecoder | null = null
  let beginning = Buffer.alloc(0)
  let bytes = 0
  for await (const chunk of answer.body) {
    bytes += chunk.length
    if (decoder) head.write(decoder.decode(chunk, { stream: true }))
    else {
      beginning = Buffer.concat([beginning, chunk])
      if (beginning.length >= prescanBytes) {
        decoder = decoderFor(answer.charset, beginning)
        head.write(decoder.decode(beginning, { stream: true }))
      }
    }
    if (head.isRead() || bytes > headMaxBytes) break
  }
  if (!decoder) head.write(decoderFor(answer.charset, beginning).decode(beginning))
  const { title, ogTitle, ogImage } = head.end()
  return {
    title: onOneLine(ogTitle ?? '') || onOneLine(title),
    image: ogImage && URL.canParse(ogImage, answer.url) ? new URL(ogImage, answer.url) : null,
  }
}

function decoderFor(charset: string | null, beginning: Buffer): TextDecoder {
  const mark = byteOrderMarks.find(({ bytes }) => beginning.subarray(0, bytes.length).equals(bytes))
  const named = /<meta[^>]*?charset\s*=\s*(?:["']\s*)?([\w.:-]+)/i.exec(
    beginning.toString('latin1', 0, prescanBytes),
  )
  // The declaration was found as ASCII, so the page cannot be UTF-16 (HTML standard).
  const ownName = named?.[1]?.toLowerCase().startsWith('utf-16') ? undefined : named?.[1]
  for (const label of [mark?.label, charset, ownName]) {
    try {
      if (label) return new TextDecoder(label)
    } catch {
      // An unknown label: try the next one.
    }
  }
  return new TextDecoder()
}

const byteOrderMarks = [
  { label: 'utf-8', bytes: Buffer.from([0xef, 0xbb, 0xbf]) },
  { label: 'utf-16be', bytes: Buffer.from([0xfe, 0xff]) },
  { label: 'utf-16le', bytes: Buffer.from([0xff, 0xfe]) },
]

function createHeadParser() {
  const facts: { title: string; ogTitle: string | null; ogImage: string | null } = {
    title: '',
    ogTitle: null,
    ogImage: null,
  }
  let isRead = false
  let titles = 0
  let isInTitle = false
  const parser = new Parser({
    onopentag(name, { property, name: metaName, content }) {
      if (isRead) return
      if (name === 'body') isRead = true
      if (name === 'title') {
        titles += 1
        isInTitle = titles === 1
      }
      if (name !== 'meta' || !content) return
      const key = (property ?? metaName ?? '').trim().toLowerCase()
      if (key === 'og:title') facts.ogTitle ??= content
      if (key === 'og:image') facts.ogImage ??= content.trim()
    },
    ontext(text) {
      if (isInTitle && !isRead) facts.title += text
    },
    onclosetag(name) {
      if (name === 'title') isInTitle = false
      if (name === 'head') isRead = true
    },
  })
  return {
    write: (text: string) => parser.write(text),
    isRead: () => isRead,
    end() {
      parser.end()
      return facts
    },
  }
}

/** Removed, because they would change the direction of the text around the title. */
const directionMarks = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g

const onOneLine = (text: string): string =>
  cut(
    text
      .replace(directionMarks, '')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .toWellFormed()
      .trim(),
    limits.titleMaxLength,
  ).trim()
