import { rightToLeft } from '../../../contract/isolatedNames.ts'
import { shownHost } from './shownHost.ts'

/**
 * An address as people may read and copy it: the same address, with what is visible and unambiguous in its own letters.
 *
 * Letters, digits and pictures are decoded. Spaces, controls, format characters, invalid UTF-8, what Unicode regards as
 * another form of an ASCII character, and whatever ASCII characters someone had encoded stay encoded, or become so.
 * Hosts are shown as by `shownHost`.
 *
 * @param address a URL, or an email address.
 * @see https://url.spec.whatwg.org/#url-rendering
 */
export function shownAddress(address: string): string {
  const web = /^(https?:)?\/\/([^/?#\\]*)/i.exec(address)
  if (web) {
    const [beginning = '', scheme = '', authority = ''] = web
    const host = shownAuthority(authority)
    return `${scheme}//${host}${shownRest(address.slice(beginning.length), !isAscii(host))}`
  }
  const mail = /^(mailto:)?([^@?#/:]+)@([^@?#/:]+)/i.exec(address)
  if (mail) {
    const [beginning = '', scheme = '', account = '', host = ''] = mail
    const rest = address.slice(beginning.length)
    return `${scheme}${shownRest(account, true)}@${shownAuthority(host)}${shownRest(rest, true)}`
  }
  return shownRest(address, false)
}

const isAscii = (text: string) => /^[\x21-\x7e]*$/.test(text)

/** Host and port; a name and password in front of them stay, with nothing decoded. */
function shownAuthority(authority: string): string {
  const {
    before = '',
    host = '',
    port = '',
  } = /^(?<before>.*@)?(?<host>\[.*\]|.*?)(?<port>:\d*)?$/s.exec(authority)?.groups ?? {}
  const name = /^[\w.-]*$/.test(host) ? host : canonicalHost(host)
  return encoded(before) + shownHost(name) + port
}

/** Browsers decode and normalize a host before they use it. */
function canonicalHost(host: string): string {
  const url = `http://${host}/`
  return URL.canParse(url) ? new URL(url).hostname : encoded(host)
}

/** Path, query and fragment. */
function shownRest(rest: string, isLeftToRightOnly: boolean): string {
  if (isAscii(rest) && !/%[89a-f]/i.test(rest)) return rest
  const shown = decodeVisible(rest)
  const first = shown.search(rightToLeft)
  // Words from right to left change places around delimiters, so only one run of them may end an address.
  const isUnambiguous = first < 0 || (!isLeftToRightOnly && onlyRightToLeft.test(shown.slice(first)))
  return isUnambiguous ? shown : decodeVisible(rest, rightToLeft)
}

const onlyRightToLeft =
  /^[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{M}_-]*$/u

/** Runs of bytes beyond ASCII, encoded or not, and ASCII that cannot be seen. */
const pieces = /(?:%[89a-f][0-9a-f]|[^\x21-\x7e])+/gi

function decodeVisible(text: string, except?: RegExp): string {
  let before = ''
  let end = 0
  return text.replace(pieces, (piece, index: number) => {
    if (index > end || before === '') before = text[index - 1] ?? ''
    end = index + piece.length
    let shown = ''
    for (const { written, character } of charactersOf(piece)) {
      const isShown = character !== null && isVisible(character, before) && !except?.test(character)
      const spelling = isShown ? character : written.startsWith('%') ? written : encoded(written)
      shown += spelling
      before = isShown ? character : '%'
    }
    return shown
  })
}

/** The characters of a piece as they are written; those that are not UTF-8 byte by byte, with null. */
function charactersOf(piece: string): { written: string; character: string | null }[] {
  const found: { written: string; character: string | null }[] = []
  for (const [part] of piece.matchAll(/(?:%[0-9a-f]{2})+|[^%]/giu)) {
    if (!part.startsWith('%')) {
      found.push({ written: part, character: part })
      continue
    }
    let rest = part
    while (rest !== '') {
      const [written = rest.slice(0, 3)] = utf8.exec(rest) ?? []
      found.push({ written, character: decoded(written) })
      rest = rest.slice(written.length)
    }
  }
  return found
}

const utf8 = /^(?:%[cd].%[89ab].|%e.(?:%[89ab].){2}|%f[0-4](?:%[89ab].){3})/i

function decoded(written: string): string | null {
  try {
    return decodeURIComponent(written)
  } catch {
    return null
  }
}

// Letters that look like punctuation or stand for nothing.
const misleading =
  /[\u01c0-\u01c3\u02b0-\u02ff\u05c0\u05c3\u05c6\u1361\u1427\u1680\u2800\u3006\u30a0\u30fb\u4e36\u4e3f\u4e40\u4e41\ua4f8-\ua4ff\ua78c\ua78f\ua789\ua78a\u{10a50}]/u
const readable = /[\p{L}\p{M}\p{Nd}\p{Extended_Pictographic}]/u
const hidden = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{C}]/u

/** Whether a character can be seen after `before` and be nothing else than it seems. */
function isVisible(character: string, before: string): boolean {
  if (!readable.test(character) || hidden.test(character) || misleading.test(character)) return false
  // Not a letter in another form: fullwidth, mathematical, a ligature.
  if (character.normalize('NFKC') !== character) return false
  if (!/\p{M}/u.test(character)) return true
  // A mark is seen on a letter, and must not make another one of it.
  return (
    /[\p{L}\p{M}]/u.test(before) &&
    before !== character &&
    (before + character).normalize('NFC') === before + character
  )
}

const encoded = (text: string): string =>
  text.replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character.toWellFormed()))
