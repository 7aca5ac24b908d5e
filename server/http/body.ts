import { errors } from '../../contract/errors.ts'
import { Refused } from './refused.ts'
import { storable } from './text.ts'

/**
 * Parses a JSON body, whatever its content type says (API contract 1.1); undefined when there is none.
 *
 * @throws Refused with `invalid_json`.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  const text = storable(bytes.toString('utf8'))
  if (text.trim() === '') return undefined
  try {
    // Only a text with such an escape can hold what PostgreSQL refuses; all others skip the slow walk.
    if (!/\\u(0000|d[89a-f])/i.test(text)) return JSON.parse(text)
    return JSON.parse(text, (_key, value) => (typeof value === 'string' ? storable(value) : value))
  } catch {
    throw new Refused(errors.invalidJson)
  }
}

/** Parses a query string; of a repeated key the last one counts. */
export const parseQuery = (text: string): Record<string, string> =>
  Object.fromEntries(Array.from(new URLSearchParams(text), ([key, value]) => [key, storable(value)]))
