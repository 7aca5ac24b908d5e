/**
 * Ids as clients see them. In the database each table counts from 1, but no two ids on the wire are equal, because applications keep
 * entities of all kinds in one map. So an id on the wire has 24 digits: one for the kind, then the stored number, padded. Ids of one kind sort by their creation. Plain numbers, as earlier versions sent them, are
 * understood, too.
 */
const kindDigits = { user: '1', community: '2', post: '3', comment: '4', image: '5', logEntry: '6' } as const

export type IdKind = keyof typeof kindDigits

const wireLength = 24
const isWireForm = (text: string) => text.length === wireLength && /^[0-9]+$/.test(text)
/** The zeros between the kind and a number, by the length of the number. */
const paddings = Array.from({ length: wireLength }, (_, length) => '0'.repeat(wireLength - 1 - length))
const withoutPadding = (digits: string) => digits.replace(/^0+(?=.)/, '')

export const isIdKind = (word: unknown): word is IdKind =>
  typeof word === 'string' && Object.hasOwn(kindDigits, word)

/** The id on the wire of a stored id. An id that is already in this form is returned unchanged. */
export const wireId = (kind: IdKind, id: string): string =>
  id.length === wireLength ? id : `${kindDigits[kind]}${paddings[id.length]}${id}`

/** The kind of an id on the wire; null for any other text. */
export const kindOfId = (text: string): IdKind | null =>
  isWireForm(text)
    ? ((Object.keys(kindDigits) as IdKind[]).find((kind) => kindDigits[kind] === text[0]) ?? null)
    : null

/** The wire form of an id in a URL, which may be a plain number. Any other text is returned unchanged. */
export const canonicalId = (kind: IdKind, text: string): string =>
  /^[0-9]{1,19}$/.test(text) ? wireId(kind, withoutPadding(text)) : text

/**
 * The stored id of an id that a client sent, in the wire form or as a plain number. An id of another kind becomes `0`, which
 * nothing has. Any other text is returned unchanged, for the ability to refuse.
 */
export function storedId(kind: IdKind, text: string): string {
  if (!isWireForm(text)) return text
  return text[0] === kindDigits[kind] || text[0] === '0' ? withoutPadding(text.slice(1)) : '0'
}

/** The stored id in a cursor, of whatever kind. A plain number is returned unchanged. */
export const storedIdInCursor = (text: string): string =>
  isWireForm(text) ? withoutPadding(text.slice(1)) : text
