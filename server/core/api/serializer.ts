import fastJsonStringify from 'fast-json-stringify'
import type { Endpoint } from '../../../contract/endpoints/endpoint.ts'
import { wireIdsOf } from './ids.ts'

type Serializer = (data: unknown) => string

/**
 * Writes answers by their schema, which also drops every key that the schema does not name; null is an empty body. The ids
 * in an answer take their form on the wire.
 */
export function serializerOf({ response }: Pick<Endpoint, 'response'>): Serializer {
  // Compiled with the first answer: all of them at once would hold up the start.
  let write: Serializer | undefined
  const withWireIds = wireIdsOf(response)
  return (data) => {
    if (response === null || data === null) return ''
    write ??= fastJsonStringify(JSON.parse(JSON.stringify(response), (_key, part) => withQuickChoice(part)))
    return write(withWireIds(data))
  }
}

/**
 * Spells a choice of two objects as a condition on the one field that tells them apart. Of `oneOf` the library tries one
 * alternative after the other, and validates the whole object each time.
 */
function withQuickChoice(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || !('onlyFirstHas' in part) || !('oneOf' in part))
    return part
  const { oneOf, onlyFirstHas, ...rest } = part
  const [first, second] = Array.isArray(oneOf) ? oneOf : []
  // Entries, because an object literal with a key `then` looks like a promise.
  return Object.fromEntries([
    ...Object.entries(rest),
    ['if', { type: 'object', required: [onlyFirstHas] }],
    ['then', first],
    ['else', second],
  ])
}
