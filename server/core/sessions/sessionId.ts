import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Importance } from '../../platform/http/overload.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_'
const seedLength = 8
const randomLength = 13
const signatureLength = 14
const form = /^[abm][0-9A-Za-z_]{35}$/

/**
 * `b`: anonymous, given to a browser. A browser gets another id when it logs in, so this one never has a
 * row and costs no query. `a`: given to another program, which keeps it when it logs in.
 * `m`: given to a browser at login.
 */
const kinds = ['a', 'b', 'm'] as const
export type SessionKind = (typeof kinds)[number]

const toText = (bytes: Buffer) => Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')

const signatureOf = (key: Buffer, unsigned: string) =>
  toText(createHmac('sha256', key).update(unsigned).digest().subarray(0, signatureLength))

/**
 * A new session id: its kind, a seed of 47 random bits, 77 further random bits, and a signature that proves that we
 * issued it.
 *
 * @param seed of the session id that this one replaces, to keep its CSRF token.
 */
export function issueSessionId(
  key: Buffer,
  kind: SessionKind,
  seed = toText(randomBytes(seedLength)),
): string {
  const unsigned = kind + seed + toText(randomBytes(randomLength))
  return unsigned + signatureOf(key, unsigned)
}

/** The part that a session id and its CSRF token share; it stays the same when the id is replaced. */
export const sessionSeed = (id: string): string => id.slice(1, 1 + seedLength)

/** The kind of a session id that we issued, or null for any other text. */
export function sessionKind(key: Buffer, id: string | undefined): SessionKind | null {
  if (!id || !form.test(id)) return null
  const unsigned = id.slice(0, -signatureLength)
  const expected = Buffer.from(signatureOf(key, unsigned))
  return timingSafeEqual(expected, Buffer.from(id.slice(-signatureLength)))
    ? (kinds.find((kind) => kind === id[0]) ?? null)
    : null
}

/** The key of a session in the database: a hash, so that a stolen database logs nobody in. */
export const sessionIdHash = (id: string): Buffer => createHash('sha256').update(id).digest()

/** The CSRF token of the sessions with this seed: 44 characters of padded base64url. */
export const csrfToken = (key: Buffer, seed: string): string => {
  const digest = createHmac('sha256', key).update('csrf').update(seed).digest('base64url')
  return digest.padEnd(44, '=')
}

/** What a browser keeps to show that a member has logged in with it; it opens nothing. */
export const browserMark = (key: Buffer, userId: string): string =>
  createHmac('sha256', key).update('browser').update(userId).digest('base64url').slice(0, 16)

/** What a valid session id says, and what this process remembers of its session. */
export interface KnownSession {
  readonly kind: SessionKind
  readonly token: string
  /** How soon its next request is let in when the server is overloaded: by whose session it was at the last request. */
  importance: Importance
  /** Its key in the database, once it has been needed; never for a browser without an account. */
  idHash?: Buffer
}

/** The content of a session id that we issued; null for any other text. */
export type SessionParser = (id: string | undefined) => KnownSession | null

const rememberedSessions = 20_000

/**
 * Parses session ids, and caches valid ones: verifying one and making its token are the two most expensive parts of a
 * cached answer.
 */
export function sessionParser(key: Buffer): SessionParser {
  const known = new LRUCache<string, KnownSession>({ max: rememberedSessions })
  return (id) => {
    if (!id) return null
    const remembered = known.get(id)
    if (remembered) return remembered
    const kind = sessionKind(key, id)
    if (!kind) return null
    const session: KnownSession = {
      kind,
      token: csrfToken(key, sessionSeed(id)),
      importance: kind === 'm' ? 'member' : 'guest',
    }
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
