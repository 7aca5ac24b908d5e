import fastJsonStringify from 'fast-json-stringify'
import type { TSchema } from 'typebox'
import type { Endpoint } from '../../../contract/endpoints/endpoint.ts'
import { Json } from '../../platform/http/json.ts'
import { wireIdsAndSecondsOf, wireIdsOf } from './ids.ts'
import type { BodyFormat } from './viewAs.ts'

type Write = (data: unknown) => string
/** @param format of the answer: with `source`, which is for programs, times are in whole seconds. */
type Serializer = (data: unknown, format: BodyFormat) => string

/** By schema, because calls share schemas, and several applications in one process share all of them. */
const writers = new WeakMap<TSchema, Write>()

/**
 * Serializes answers by their schema, which also drops every key that the schema does not name; null is an empty body. Ids
 * are converted to their public form. `Json` is sent as it is.
 */
export function serializerOf({ response }: Pick<Endpoint, 'response'>): Serializer {
  // Compiled at the first answer, because compiling all of them would delay the start.
  let write: Write | undefined
  const [forPrograms, forPages] = [wireIdsAndSecondsOf(response), wireIdsOf(response)]
  return (data, format) => {
    if (response === null || data === null) return ''
    if (data instanceof Json) return data.text
    write ??= writerOf(response)
    return write(format === 'source' ? forPrograms(data) : forPages(data))
  }
}

function writerOf(schema: TSchema): Write {
  const known = writers.get(schema)
  if (known) return known
  const made = fastJsonStringify(JSON.parse(JSON.stringify(schema), (_key, part) => withQuickChoice(part)))
  writers.set(schema, made)
  return made
}

/**
 * Writes a union of two objects (`Either` of the contract) as a condition on `onlyFirstHas`, the field that identifies the
 * first. For `oneOf`, the library tries one alternative after the other and validates the whole object each time.
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
