import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '../../../contract/limits.ts'
import { type FetchedDocument, type FetchOptions, fetchDocument } from '../../platform/fetch/fetchDocument.ts'
import { NotFetched } from '../../platform/fetch/guard.ts'
import { countVisible, cutGraphemes } from '../../platform/http/text.ts'
import { decoderOf, encodingOfBytes, encodingsOf } from './encoding.ts'
import { createMarkupParser, type Markup, parseMarkup } from './markup.ts'

/** Some large sites put long scripts before the metadata. */
const headMaxBytes = 2 * 1024 * 1024
/** Some pages have their metadata in the body. */
const bodyMaxBytes = 64 * 1024
/** How long a page that has already named what is wanted may take for each further piece. */
const patienceMs = 300
/** A page that leads on later than this is meant to be read. */
const refreshMaxSeconds = 5
const refreshesMax = 2
const imagesMax = 5
/** Smaller pictures are icons, or dots that count visitors. */
export const imageMinPixels = 32

export interface PageMetadata {
  /** Its `og:title`, else its title, else empty; at most 255 characters on one line, without U+FFFD. */
  readonly title: string
  /** The absolute URLs of the pictures that it offers for previews, the first choice first. */
  readonly images: readonly URL[]
}

interface Page extends PageMetadata {
  /** Where it leads on to, as a redirect does. */
  readonly refresh: URL | null
}

/** What a page is read for; it is read until that is found. */
export type Requested = 'title' | 'images'

const htmlTypes = ['text/html', 'application/xhtml+xml']
const xmlTypes = ['text/xml', 'application/xml']
/** With these, browsers look at the bytes; MIME Sniffing standard. */
export const unknownTypes = ['', '*/*', 'unknown/unknown', 'application/unknown']
const beginningOfHtml =
  /^[\t\n\f\r ]*<(?:!--|\?xml\s|(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[ >])/i
const beginningBytes = 1024

/**
 * Fetches a link and reads its page, or the page that it leads on to by `<meta http-equiv="refresh">`.
 *
 * @param other what to do with a document that browsers do not show as HTML.
 * @throws NotFetched
 */
export async function fetchPage<T>(
  address: string,
  { requested, ...options }: FetchOptions & { readonly requested: Requested },
  other: (document: FetchedDocument) => Promise<T>,
): Promise<PageMetadata | T> {
  const timeout = AbortSignal.timeout(options.timeoutMs)
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout
  const read = async (answer: FetchedDocument): Promise<{ page: Page } | { other: T }> => {
    const { contentType } = answer
    if (unknownTypes.includes(contentType)) {
      const bytes = await collectBytes(answer)
      return beginningOfHtml.test(bytes.toString('latin1', 0, beginningBytes))
        ? { page: pageIn(bytes, answer) }
        : { other: await other({ ...answer, body: inOnePiece(bytes) }) }
    }
    const isHtml = htmlTypes.includes(contentType)
    if (isHtml || xmlTypes.includes(contentType)) {
      const { bytes, root } = await collectHead(answer, requested)
      if (isHtml || root === 'html') return { page: pageIn(bytes, answer) }
    }
    return { other: await other(answer) }
  }
  let next = address
  for (let refreshes = 0; refreshes <= refreshesMax; refreshes++) {
    const found = await fetchDocument(next, { ...options, signal }, read)
    if ('other' in found) return found.other
    const { refresh, ...page } = found.page
    if (!refresh) return page
    next = refresh.href
  }
  throw new NotFetched('redirects too often', { isTemporary: false })
}

export async function collectBytes({ body }: FetchedDocument): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/**
 * Reads a page until what is wanted of it has arrived. If a page breaks off, or takes too long, what has arrived counts, if
 * anything of use has.
 */
async function collectHead({ body, charset }: FetchedDocument, requested: Requested) {
  const chunks: Buffer[] = []
  let bytes = 0
  // Finds the end of the head before the encoding is known: markup is ASCII in every encoding but UTF-16.
  const { markup, write } = createMarkupParser()
  let decoder: ReturnType<typeof decoderOf> | null = null
  const scan = (chunk: Buffer) => {
    if (decoder) return write(decoder.decode(chunk, { stream: true }))
    const beginning = Buffer.concat(chunks)
    if (beginning.length < 4) return
    const shown = encodingOfBytes(beginning) ?? (/^utf-16/i.test(charset ?? '') ? charset : null)
    decoder = decoderOf(shown ?? 'windows-1252')
    write(decoder.decode(beginning, { stream: true }))
  }
  const isEnough = () => {
    if (!markup.isHeadRead) return bytes > headMaxBytes
    return (
      bytes > bodyMaxBytes || (requested === 'title' ? markup.ogTitle !== null : markup.ogImages.length > 0)
    )
  }
  const hasSecondChoice = () => {
    const { isHeadRead, title, twitterImages, linkedImages } = markup
    return (
      isHeadRead &&
      (requested === 'title' ? title.trim() !== '' : twitterImages.length + linkedImages.length > 0)
    )
  }
  const pieces = body[Symbol.asyncIterator]()
  try {
    while (!isEnough()) {
      const piece = pieces.next()
      const next = await (hasSecondChoice() ? Promise.race([piece, sleep(patienceMs)]) : piece)
      if (!next || next.done) break
      chunks.push(next.value)
      bytes += next.value.length
      scan(next.value)
    }
  } catch (error) {
    const hasAnything = markup.title || markup.ogTitle || markup.ogImages.length > 0
    if (!hasAnything) throw error
  }
  return { bytes: Buffer.concat(chunks), root: markup.root }
}

function pageIn(bytes: Buffer, { url, charset, refresh }: FetchedDocument): Page {
  const markup = decodeMarkup(bytes, charset)
  const base = markup.base !== null && URL.canParse(markup.base, url) ? new URL(markup.base, url) : url
  return {
    title: titleOf(markup),
    images: imagesOf(markup, base),
    refresh: refreshOf(refresh ?? markup.refresh, base, url),
  }
}

/** What a text shows that was decoded by a wrong encoding, or was damaged before; the second is U+FFFD of UTF-8 as windows-1252. */
const damage = /\ufffd|ï¿½/
const beyondAscii = /[^\0-\x7f\ufffd]/

const textsOf = ({ title, ogTitle, twitterTitle }: Markup): string =>
  [title, ogTitle, twitterTitle].filter((text) => text !== null).join(' ')

/**
 * Parses a page by its encoding. When that damages the titles and makes no sense of anything beyond ASCII in them, the page is taken
 * for one that declares a wrong encoding or none.
 */
function decodeMarkup(bytes: Buffer, header: string | null): Markup {
  const asAscii = parseMarkup(bytes.toString('latin1'))
  const encodings = encodingsOf(bytes, { header, meta: asAscii.charset, language: asAscii.language })
  let first: Markup | null = null
  for (const encoding of encodings) {
    const markup = parseMarkup(decoderOf(encoding).decode(bytes))
    first ??= markup
    const texts = textsOf(markup)
    if (!damage.test(texts)) return markup
    if (markup === first && beyondAscii.test(texts)) return markup
  }
  return first ?? asAscii
}

function titleOf({ title, ogTitle, twitterTitle }: Markup): string {
  const own = onOneLine(title)
  const open = onOneLine(ogTitle ?? '')
  // Its entities were escaped twice.
  const isEscapedTwice = own && own !== open && onOneLine(parseMarkup(`<title>${open}</title>`).title) === own
  const offered = [isEscapedTwice ? '' : open, own, onOneLine(twitterTitle ?? '')]
  const readable = [...offered, ...offered.map((one) => one.replace(cutCharacter, ''))]
  const best =
    readable.find((one) => countVisible(one) > 0 && !damage.test(one)) ??
    readable.map(withoutDamage).find((one) => countVisible(one) > 0) ??
    ''
  return cutGraphemes(best, limits.titleMaxLength).trim()
}

function imagesOf({ ogImages, twitterImages, linkedImages }: Markup, base: URL): URL[] {
  const urls = [...ogImages, ...twitterImages, ...linkedImages]
    .filter(
      ({ width, height }) => Math.min(width ?? imageMinPixels, height ?? imageMinPixels) >= imageMinPixels,
    )
    .filter(({ url }) => url.trim() && !damage.test(url) && URL.canParse(url, base))
    .map(({ url }) => new URL(url, base).href)
  return [...new Set(urls)].slice(0, imagesMax).map((url) => new URL(url))
}

/** HTML standard, "shared declarative refresh steps". */
function refreshOf(content: string | null, base: URL, url: URL): URL | null {
  const [, seconds, quoted, plain] =
    /^\s*(\d+)(?:\.[\d.]*)?(?:\s*[;,]\s*|\s+)(?:url\s*=\s*)?(?:["']([^"']*)|(.+))/is.exec(content ?? '') ?? []
  const target = (quoted ?? plain ?? '').trim()
  if (!target || Number(seconds) > refreshMaxSeconds || !URL.canParse(target, base)) return null
  const next = new URL(target, base)
  next.hash = url.hash
  return next.href === url.href ? null : next
}

/** Removed, because they would change the direction of the text around the title. */
const directionMarks = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g
/** At the end of a title that was cut in the middle of a character. */
const cutCharacter = /\s*\ufffd+$/

/** Fewer good characters for each broken one are a text that was decoded by a wrong encoding. */
const goodPerBroken = 3

/** A title without its few broken characters, which the member can write; empty when it is more than a few. */
function withoutDamage(title: string): string {
  const pieces = title.split(/(?:\ufffd|ï¿½)+/)
  const rest = pieces.join('')
  return countVisible(rest) >= goodPerBroken * (pieces.length - 1) ? onOneLine(rest) : ''
}

const onOneLine = (text: string): string =>
  text
    .replace(directionMarks, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .toWellFormed()
    .trim()
