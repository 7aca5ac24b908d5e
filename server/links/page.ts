import { Parser } from 'htmlparser2'
import { limits } from '../../contract/limits.ts'
import { cut, storable } from '../http/text.ts'
import type { Answer } from './fetch.ts'

/** Some large sites put long scripts before what describes the page. */
const headMaxBytes = 2 * 1024 * 1024
/** Where a page may name its character set; HTML standard, "prescan a byte stream". */
const prescanBytes = 1024

/** What a page says about itself. */
export interface PageFacts {
  /** Its `og:title`, else its title, else empty; at most 255 characters on one line. */
  readonly title: string
  /** The address of its `og:image`, complete. */
  readonly image: URL | null
}

export const isHtml = ({ contentType }: Pick<Answer, 'contentType'>): boolean =>
  contentType === 'text/html' || contentType === 'application/xhtml+xml'

/** Reads the head of an HTML page and no more of it than that, wherever it stops making sense. */
export async function readPageFacts(answer: Answer): Promise<PageFacts> {
  const head = createHeadReader()
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
  const named = /<meta[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(
    beginning.toString('latin1', 0, prescanBytes),
  )
  // A page that names itself in ASCII is not written in 16-bit letters, whatever it says.
  const ownName = named?.[1]?.toLowerCase().startsWith('utf-16') ? undefined : named?.[1]
  for (const label of [mark?.label, charset, ownName]) {
    try {
      if (label) return new TextDecoder(label)
    } catch {
      // A label nobody knows; the next one may say more.
    }
  }
  return new TextDecoder()
}

const byteOrderMarks = [
  { label: 'utf-8', bytes: Buffer.from([0xef, 0xbb, 0xbf]) },
  { label: 'utf-16be', bytes: Buffer.from([0xfe, 0xff]) },
  { label: 'utf-16le', bytes: Buffer.from([0xff, 0xfe]) },
]

function createHeadReader() {
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

/** Without what would steer the direction of the text around it. */
const directionMarks = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g

const onOneLine = (text: string): string =>
  cut(
    storable(text.replace(directionMarks, '').replace(/[\p{Cc}\s]+/gu, ' ')).trim(),
    limits.titleMaxLength,
  ).trim()
