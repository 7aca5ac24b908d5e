import { createHash } from 'node:crypto'

/** The time of all examples. */
const moment = Date.parse('2026-05-04T12:00:00Z')
const hourMs = 3_600_000
/** What depends on the clock, on the libraries that process images, or on the machine. */
const fixed: Readonly<Record<string, unknown>> = {
  hotness: 3_870_514,
  size: 1841,
  averageColor: 'rgb(94,120,200)',
  bytes: 2210,
  place: '/srv/folkmoot/data/backups',
  lastSeenMonth: 'May 2026',
  node: '22.21.1',
  process: { worker: null, startedAt: '2026-05-02T09:14:31Z', memoryBytes: 218_400_000 },
  disk: { freeBytes: 31_900_000_000, totalBytes: 79_000_000_000, reserveBytes: 209_715_200 },
  database: {
    version: '18.1',
    bytes: 412_000_000,
    connections: 9,
    connectionsMax: 60,
    tables: [{ name: 'comments', bytes: 121_000_000, rows: 90_210 }],
  },
  oldestWaitingSeconds: 0.4,
  year: 2026,
  years: [2026],
  firstDay: '2026-01-01',
  lastDay: '2026-05-04',
  retention: [
    {
      data: 'Drafts',
      kept: '90 days after they were last saved',
      setting: null,
      task: 'delete_old_rows',
    },
  ],
  riskAssessmentHtml: '<p>Willow Town, 2026-05-04. Provider: …</p>',
  recordsHtml: '<p>Willow Town, 2026-05-04. Made from …</p>',
}
const secretKeys = new Set([
  'token',
  'vapidPublicKey',
  'nonce',
  'salt',
  'signature',
  'keySignature',
  'keyPrefix',
  'key',
])

/**
 * Replaces everything that differs between runs by stable values: times, keys, tokens, ports. Equal values stay equal:
 * the public id in an answer is the one in the path of the next call.
 *
 * @param startedAt before anything in the examples was created, in milliseconds since 1970.
 * @param hosts names for the servers, by their origins.
 */
export function masked<T>(
  value: T,
  { startedAt, hosts }: { startedAt: number; hosts: Readonly<Record<string, string>> },
): T {
  const names = new Map<string, string>()
  /** A secret is always replaced by the same text of its length and alphabet. */
  const inPlaceOf = (secret: string, alphabet: 'hex' | 'word'): string => {
    const known = names.get(secret)
    if (known) return known
    const digest = createHash('sha512').update(`example ${names.size}`)
    const text = alphabet === 'hex' ? digest.digest('hex') : digest.digest('base64').replace(/[+/=]/g, '_')
    const name = text.repeat(4).slice(0, secret.length)
    names.set(secret, name)
    return name
  }
  const time = (text: string): string => {
    const at = Date.parse(text)
    if (text.startsWith('0001-')) return text
    const since = at - startedAt
    // Rounded, because whole seconds are up to a second early, and calls happen later than the start by what the story took until then.
    const hours = Math.round(since / hourMs)
    const masked = new Date(moment + hours * hourMs).toISOString()
    // As exact as it was, because the examples show the form of times.
    return text.includes('.') ? masked : masked.replace('.000Z', 'Z')
  }
  const inText = (text: string): string => {
    let changed = text
    for (const [origin, name] of Object.entries(hosts)) {
      changed = changed
        .replaceAll(encodeURIComponent(origin), encodeURIComponent(name))
        .replaceAll(origin, name)
      changed = changed.replaceAll(new URL(origin).host, new URL(name).host)
    }
    return (
      changed
        .replaceAll('127.0.0.1', '203.0.113.7')
        .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, time)
        .replace(/(?<=\bfolkmoot-)\d{4}-\d\d-\d\dT\d{6}Z/g, '2026-05-04T120000Z')
        .replace(/(?<=\/modqueue\/)\w{40}(?=\.atom)/g, (secret) => inPlaceOf(secret, 'word'))
        .replace(/(?<=[?&]key=)\w{40}/g, (secret) => inPlaceOf(secret, 'word'))
        .replace(/(?<=[?&]sig=)\w{22}/g, (secret) => inPlaceOf(secret, 'word'))
        .replace(/(?<=\/post\/|\/api\/posts\/)\w{8}(?![\w])/g, (id) => inPlaceOf(id, 'word'))
        .replace(/(?<=\/invitations\/)\w{20}/g, (code) => inPlaceOf(code, 'word'))
        .replace(/(?<=\/site-icon\/\d+-)\w{22}/g, (secret) => inPlaceOf(secret, 'word'))
        // Session ids, in URLs and answers.
        .replace(/\b[0-9a-f]{64}\b/g, (id) => inPlaceOf(id, 'hex'))
        .replace(/\b[0-9a-f]{8}\b(?=$)/g, (id) => (text.length === 8 ? inPlaceOf(id, 'hex') : id))
        // Times in cursors and URLs: seconds or microseconds since 1970.
        .replace(/(?<![\w-])1[78]\d{8}(?:\d{6})?(?!\w)/g, (digits) =>
          String(moment * 1000).slice(0, digits.length),
        )
    )
  }
  const walk = (part: unknown, key: string): unknown => {
    if (part === null || part === undefined) return part
    if (Object.hasOwn(fixed, key)) return fixed[key]
    if (typeof part === 'string') {
      // The version of the program; those of rows are numbers.
      if (key === 'version') return '1.4.2'
      if (['publicId', 'postPublicId', 'into'].includes(key)) return inPlaceOf(part, 'word')
      // The code of an invitation; codes of errors have small letters.
      if ((key === 'code' || key === 'invitation') && /^(?=.*[A-Z0-9])\w{20}$/.test(part))
        return inPlaceOf(part, 'word')
      // JSON in JSON.
      if (key === 'challenge') return JSON.stringify(walk(JSON.parse(part), ''))
      if (secretKeys.has(key)) return part === '' ? '' : inPlaceOf(part, 'word').slice(0, 87)
      // A cursor that is one of our texts in base64.
      if (key === 'next' && /^[\w-]{24,}$/.test(part)) return inPlaceOf(part, 'word')
      return inText(part)
    }
    if (typeof part === 'number') {
      if (key === 'next') return moment * 2048
      return key === 'expiresAt' ? moment / 1000 + 1200 : part
    }
    // The beginning of the hour, which may be nearly an hour ago.
    if (key === 'points' && Array.isArray(part))
      return part.map((point) => ({ ...point, at: new Date(moment).toISOString().replace('.000Z', 'Z') }))
    if (Array.isArray(part)) return part.map((one) => walk(one, key))
    if (typeof part === 'object')
      return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, walk(one, name)]))
    return part
  }
  return walk(value, '') as T
}
