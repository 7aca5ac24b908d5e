import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import { errors } from '../../../contract/errors.ts'
import { Refused } from './refused.ts'
import { isStorable } from './text.ts'

/** Whether a request has a body, which may still be arriving. */
export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0

/** No call has more. */
const nestingMax = 32

/** Deeply nested texts of a megabyte take up to 75 ms to parse; this takes one. */
function isNestedDeeply(bytes: Buffer): boolean {
  let depth = 0
  let isInString = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === quote) isInString = !isInString
    else if (isInString) at += byte === backslash ? 1 : 0
    else if (byte === openBracket || byte === openBrace) {
      depth += 1
      if (depth > nestingMax) return true
    } else if (byte === closeBracket || byte === closeBrace) depth -= 1
  }
  return false
}
const [quote, backslash, openBracket, openBrace, closeBracket, closeBrace] = Buffer.from('"\\[{]}')

/**
 * Parses a JSON body and ignores its content type, as the API promises (docs/spec/api.md).
 *
 * @returns undefined for an empty body.
 *
 * @throws Refused with `invalid_json` or `unstorable_text`.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  const text = bytes.toString('utf8')
  if (text.trim() === '') return undefined
  const unstorable: string[] = []
  const check = (_key: string, value: unknown) => {
    if (typeof value === 'string' && !isStorable(value)) unstorable.push(value)
    return value
  }
  let body: unknown
  try {
    if (!isUtf8(bytes) || isNestedDeeply(bytes)) throw new TypeError('not UTF-8, or nested too deeply')
    // Only these escapes can produce characters that cannot be stored; checking is slow, so other texts skip it.
    body = JSON.parse(text, /\\u(0000|d[89a-f])/i.test(text) ? check : undefined)
  } catch {
    throw new Refused(errors.invalidJson)
  }
  if (unstorable.length > 0) throw new Refused(errors.unstorableText)
  return body
}

/** No form has more. */
const fieldsMax = 100

/**
 * Parses a form (`application/x-www-form-urlencoded`). Browsers send the line breaks of texts as CRLF.
 *
 * @throws Refused with `bad_request` for more fields than any form has: a megabyte of them takes 150 ms.
 */
export function parseFormBody(text: string): Record<string, string> {
  let fields = 1
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    fields += 1
    if (fields > fieldsMax) throw new Refused(errors.badRequest)
  }
  return parseQuery(text.replaceAll('%0D%0A', '%0A'))
}

/** Parses a query string; the last value of a repeated key wins. */
export const parseQuery = (text: string): Record<string, string> =>
  // Most pages have none.
  text === '' ? {} : Object.fromEntries(new URLSearchParams(text))
