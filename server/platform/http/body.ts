import type { FastifyRequest } from 'fastify'
import { errors } from '../../../contract/errors.ts'
import { Refused } from './refused.ts'
import { removeUnstorable } from './text.ts'

/** Whether a request has a body, which may still be arriving. */
export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0

/**
 * Parses a JSON body and ignores its content type, as the API promises (docs/spec/api.md).
 *
 * @returns undefined for an empty body.
 *
 * @throws Refused with `invalid_json`.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  const text = removeUnstorable(bytes.toString('utf8'))
  if (text.trim() === '') return undefined
  try {
    // Only these escapes can produce characters that PostgreSQL refuses; the reviver is slow, so other texts skip it.
    if (!/\\u(0000|d[89a-f])/i.test(text)) return JSON.parse(text)
    return JSON.parse(text, (_key, value) => (typeof value === 'string' ? removeUnstorable(value) : value))
  } catch {
    throw new Refused(errors.invalidJson)
  }
}

/** Parses a form (`application/x-www-form-urlencoded`). Browsers send the line breaks of texts as CRLF. */
export const parseFormBody = (text: string): Record<string, string> =>
  parseQuery(text.replaceAll('%0D%0A', '%0A'))

/** Parses a query string; the last value of a repeated key wins. */
export const parseQuery = (text: string): Record<string, string> =>
  // Most pages have none.
  text === ''
    ? {}
    : Object.fromEntries(
        Array.from(new URLSearchParams(text), ([key, value]) => [key, removeUnstorable(value)]),
      )
