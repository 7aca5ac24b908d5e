/** An address alone: its server may tell the forms of its letters apart. */
const address = /^[a-z][a-z0-9+.-]*:\/\/\S+$/i

/**
 * A text in the form in which letters and their marks are one character where Unicode has one (NFC), so that equal texts are equal
 * whatever device they were typed on. An address is returned as it is.
 */
export const composed = (text: string): string => (address.test(text) ? text : text.normalize('NFC'))

/** Deeper, no call has texts. */
const depthMax = 10

/** Composes all texts in a value of JSON, in place; names of properties stay as they are. */
export function composedTexts(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return composed(value)
  if (depth > depthMax || typeof value !== 'object' || value === null || ArrayBuffer.isView(value))
    return value
  const fields = value as Record<string, unknown>
  for (const key of Object.keys(fields)) {
    const given = fields[key]
    const text = composedTexts(given, depth + 1)
    if (text !== given) fields[key] = text
  }
  return fields
}

/**
 * A password in the form in which it is hashed: composed, and with plain spaces, because some keyboards write others, such as the
 * no-break space of macOS, without showing it (RFC 8265, section 4.2.2).
 */
export const passwordForm = (password: string): string => password.replace(/\p{Zs}/gu, ' ').normalize('NFC')

/**
 * The forms in which a password may have been hashed: that of `passwordForm`, as all are now, composed alone, as it was typed, and
 * with letters and marks apart, as some devices send it.
 */
export const passwordForms = (password: string): string[] => [
  ...new Set([passwordForm(password), password.normalize('NFC'), password, password.normalize('NFD')]),
]
