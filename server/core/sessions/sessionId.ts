import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_'
const randomLength = 21
const signatureLength = 14
const form = /^[abm][0-9A-Za-z_]{35}$/

/**
 * `b`: anonymous, given to a browser. A browser gets another id when it logs in, so this one never has a
 * row and costs no query. `a`: given to another program, which keeps it when it logs in.
 * `m`: given to a browser at login.
 */
export type SessionKind = 'a' | 'b' | 'm'

const toText = (bytes: Buffer) => Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')

const signatureOf = (key: Buffer, unsigned: string) =>
  toText(createHmac('sha256', key).update(unsigned).digest().subarray(0, signatureLength))

/** A new session id: its kind, 125 random bits, and a signature that proves that we issued it. */
export function issueSessionId(key: Buffer, kind: SessionKind): string {
  const unsigned = kind + toText(randomBytes(randomLength))
  return unsigned + signatureOf(key, unsigned)
}

/** The kind of a session id that we issued, or null for any other text. */
export function sessionKind(key: Buffer, id: string | undefined): SessionKind | null {
  if (!id || !form.test(id)) return null
  const unsigned = id.slice(0, 1 + randomLength)
  const expected = Buffer.from(signatureOf(key, unsigned))
  return timingSafeEqual(expected, Buffer.from(id.slice(1 + randomLength))) ? (id[0] as SessionKind) : null
}

/** The key of a session in the database: a hash, so that a stolen database logs nobody in. */
export const sessionIdHash = (id: string): Buffer => createHash('sha256').update(id).digest()

/** The CSRF token of a session: fixed for its life, 44 characters of padded base64url. */
export const csrfToken = (key: Buffer, id: string): string => {
  const digest = createHmac('sha256', key).update('csrf').update(id).digest('base64url')
  return digest.padEnd(44, '=')
}

interface KnownSession {
  readonly kind: SessionKind
  readonly token: string
}

/** What a session id that we issued stands for; null for any other text. */
export type SessionParser = (id: string | undefined) => KnownSession | null

const rememberedSessions = 20_000

/**
 * Parses session ids, and caches those that we issued: verifying one and making its token are the two most expensive parts
 * of an answer from the cache.
 */
export function sessionParser(key: Buffer): SessionParser {
  const known = new LRUCache<string, KnownSession>({ max: rememberedSessions })
  return (id) => {
    if (!id) return null
    const remembered = known.get(id)
    if (remembered) return remembered
    const kind = sessionKind(key, id)
    if (!kind) return null
    const session = { kind, token: csrfToken(key, id) }
    known.set(id, session)
    return session
  }
}

/** Whether a text is the secret; compares in constant time. */
export function isSecret(secret: string, given: unknown): boolean {
  const expected = Buffer.from(secret)
  const received = Buffer.from(typeof given === 'string' ? given : '')
  return expected.length === received.length && timingSafeEqual(expected, received)
}
