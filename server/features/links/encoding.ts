import { getBOMEncoding, normalizeEncoding, TextDecoder } from '@exodus/bytes/encoding.js'

/** What a page says about its encoding, each as written there. */
export interface Declarations {
  /** The `charset` of its `Content-Type`. */
  readonly header: string | null
  /** The encoding that its first `<meta>` with one names. */
  readonly meta: string | null
  /** `lang` of its root element. */
  readonly language: string | null
}

/** Encodings that browsers assume for pages in a language, where nothing is declared; HTML standard, "determining the character encoding". */
const assumedFor: Record<string, string> = {
  ar: 'windows-1256',
  be: 'windows-1251',
  bg: 'windows-1251',
  cs: 'windows-1250',
  el: 'iso-8859-7',
  et: 'windows-1257',
  fa: 'windows-1256',
  he: 'windows-1255',
  hr: 'windows-1250',
  hu: 'iso-8859-2',
  ja: 'shift_jis',
  ko: 'euc-kr',
  ku: 'windows-1254',
  ky: 'windows-1251',
  lt: 'windows-1257',
  lv: 'windows-1257',
  mk: 'windows-1251',
  pl: 'iso-8859-2',
  ru: 'windows-1251',
  sah: 'windows-1251',
  sk: 'windows-1250',
  sl: 'iso-8859-2',
  sr: 'windows-1251',
  tg: 'windows-1251',
  th: 'windows-874',
  tr: 'windows-1254',
  tt: 'windows-1251',
  uk: 'windows-1251',
  vi: 'windows-1258',
  zh: 'gb18030',
  'zh-hant': 'big5',
  'zh-hk': 'big5',
  'zh-tw': 'big5',
}

function assumed(language: string | null): string | null {
  const tag = language?.trim().toLowerCase() ?? ''
  const [, first = '', second = ''] = /^([a-z]{2,3})(?:[-_]([a-z]+))?/.exec(tag) ?? []
  return assumedFor[`${first}-${second}`] ?? assumedFor[first] ?? null
}

/** The encoding that the bytes themselves show: their mark, or `<` in two bytes. */
export function encodingOfBytes(bytes: Uint8Array): string | null {
  const mark = getBOMEncoding(bytes)
  if (mark) return mark
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le'
  return bytes[0] === 0 && bytes[1] === 0x3c ? 'utf-16be' : null
}

/** An encoding by one of its labels. The standard has one for pages that try to hide scripts; nothing is decoded by it. */
function known(label: string | null | undefined): string | null {
  const name = label ? normalizeEncoding(label.trim()) : null
  return name === 'replacement' ? null : name
}

/** A declaration that was found as ASCII cannot be of UTF-16 (HTML standard). */
function knownWithin(label: string | null | undefined): string | null {
  const name = known(label)
  if (name === 'x-user-defined') return 'windows-1252'
  return name?.startsWith('utf-16') ? 'utf-8' : name
}

/**
 * The encodings that a page may have, the likeliest first: its mark, its header, its markup, its XML declaration, UTF-8, what its
 * language suggests, windows-1252. Browsers take the first that is declared; for pages that declare a wrong one, others follow.
 */
export function encodingsOf(bytes: Uint8Array, { header, meta, language }: Declarations): string[] {
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256)).toString(
    'latin1',
  )
  const xml = /^<\?xml[^>]*?\sencoding\s*=\s*["']([^"'>]+)["']/.exec(beginning)?.[1]
  const candidates = [
    encodingOfBytes(bytes),
    known(header),
    knownWithin(meta),
    knownWithin(xml),
    'utf-8',
    assumed(language),
    'windows-1252',
  ]
  return [...new Set(candidates.filter((one) => one !== null))]
}

/**
 * Decodes as browsers do. The decoder of Node.js does not: it takes windows-1252 for ISO 8859-1, knows half of the Korean letters, and
 * lacks two encodings.
 */
export const decoderOf = (encoding: string): TextDecoder => new TextDecoder(encoding)

/** The `charset` in the content of a `<meta http-equiv="Content-Type">`. */
export const charsetIn = (content: string): string | null =>
  /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i
    .exec(content)
    ?.slice(1)
    .find((one) => one !== undefined) ?? null
