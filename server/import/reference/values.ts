import { isIP } from 'node:net'
import { isRecord } from '../../../contract/objects.ts'
import { parseLinkUrl } from '../../core/posts/linkUrl.ts'
import { composed } from '../../platform/text/unicodeForm.ts'
import type { Column } from '../staging.ts'
import type { ColumnKind } from './tables.ts'

/** With a margin below PostgreSQL's integer for what members add. */
const integerMax = 1_000_000_000

/** A value of a dump in the form of its staging column; null for one that is NULL or cannot be understood. */
export function stagedValue(bytes: Buffer | null, kind: ColumnKind, isBinary: boolean): Column {
  return bytes === null ? null : parsers[kind](bytes, isBinary)
}

const parsers: Record<ColumnKind, (bytes: Buffer, isBinary: boolean) => Column> = {
  id(bytes, isBinary) {
    const digits = isBinary ? bytes.toString('hex') : bytes.toString('latin1').toLowerCase()
    return /^0*$/.test(digits) || !/^[0-9a-f]{1,64}$/.test(digits) ? null : digits
  },
  text: (bytes) => composed(bytes.toString('utf8')).replaceAll('\0', '\uFFFD'),
  word: (bytes) => bytes.toString('latin1').replaceAll('\0', '').toLowerCase(),
  number(bytes) {
    const number = Math.trunc(Number(bytes.toString('latin1')))
    return Number.isFinite(number) && bytes.length > 0
      ? Math.max(-integerMax, Math.min(integerMax, number))
      : null
  },
  // A column of the type BIT has a byte and no digit.
  flag: (bytes) => bytes.length > 0 && bytes[0] !== 0 && bytes[0] !== 48,
  time(bytes) {
    const [, date, clock = '00:00:00'] =
      /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d(?:\.\d{1,6})?))?$/.exec(bytes.toString('latin1')) ?? []
    const time = new Date(`${date}T${clock}Z`)
    // Zeros stand for no time at all.
    return Number.isNaN(time.getTime()) || time.getUTCFullYear() < 1970 ? null : `${date} ${clock}+00`
  },
  address(bytes, isBinary) {
    const text =
      isBinary && (bytes.length === 4 || bytes.length === 16)
        ? addressOf(bytes)
        : bytes.toString('latin1').trim()
    return isIP(text) === 0 ? null : text
  },
}

const addressOf = (bytes: Buffer): string =>
  bytes.length === 4
    ? bytes.join('.')
    : Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16)).join(':')

/** The link of a post, from what the source keeps of it: JSON, or the URL alone. */
export function linkOf(json: string | null): { url: string; hostname: string } | null {
  const value = json === null ? null : parsed(json)
  if (value === undefined) return parseLinkUrl(json ?? '')
  if (!isRecord(value)) return null
  const url = Object.entries(value).find(
    ([key, one]) => key.toLowerCase() === 'url' && typeof one === 'string',
  )?.[1]
  return typeof url === 'string' ? parseLinkUrl(url) : null
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
