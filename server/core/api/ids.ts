import type { TSchema } from 'typebox'
import { type IdKind, isIdKind, storedId, wireId } from '../../../contract/ids.ts'
import { wholeSeconds } from './times.ts'

/** How the values of a schema are converted that are ids or times. */
interface Conversion {
  readonly id: (kind: IdKind, id: string) => string
  /** Missing where times stay as they are. */
  readonly time?: (time: string) => string
}
type Fields = Record<string, unknown>
/** Converts the value of one part of a schema; `holder` is the object that contains it. */
type Converter = (value: unknown, holder: Fields) => unknown

interface Part {
  readonly format?: string
  readonly idKind?: IdKind
  readonly idKindIn?: string
  readonly onlyFirstHas?: string
  readonly oneOf?: readonly Part[]
  readonly items?: Part
  readonly properties?: Readonly<Record<string, Part>>
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** @returns null if nothing in this part of a schema is converted, so that most of an answer is skipped. */
function converterOf(part: Part, convert: Conversion): Converter | null {
  const { format, idKind, idKindIn, oneOf, onlyFirstHas = '', items, properties } = part
  const { id, time } = convert
  if (idKind) return (value) => (typeof value === 'string' ? id(idKind, value) : value)
  if (idKindIn)
    return (value, holder) => {
      const kind = holder[idKindIn]
      return typeof value === 'string' && isIdKind(kind) ? id(kind, value) : value
    }
  if (time && format === 'date-time') return (value) => (typeof value === 'string' ? time(value) : value)
  if (oneOf) {
    const [first, second] = oneOf.map((branch) => converterOf(branch, convert))
    return (value, holder) => {
      if (!isFields(value)) return value
      return (onlyFirstHas in value ? first : second)?.(value, holder) ?? value
    }
  }
  if (items) {
    const one = converterOf(items, convert)
    return one && ((value, holder) => convertItems(value, one, holder))
  }
  const fields = Object.entries(properties ?? {}).flatMap(([name, field]) => {
    const converter = converterOf(field, convert)
    return converter ? [{ name, converter }] : []
  })
  if (fields.length === 0) return null
  return (value) => {
    if (isFields(value))
      for (const { name, converter } of fields) {
        const field = value[name]
        if (field !== undefined && field !== null) value[name] = converter(field, value)
      }
    return value
  }
}

function convertItems(value: unknown, one: Converter, holder: Fields): unknown {
  if (Array.isArray(value)) for (let at = 0; at < value.length; at += 1) value[at] = one(value[at], holder)
  return value
}

/** Keeps its converters: a page needs those of its calls, and each application in a process those of all calls. */
function converters(convert: Conversion) {
  const made = new WeakMap<TSchema, { readonly converter: Converter | null }>()
  const of = (schema: TSchema) => {
    const found = made.get(schema) ?? { converter: converterOf(schema, convert) }
    made.set(schema, found)
    return found.converter
  }
  return (schema: TSchema | null | undefined): (<T>(value: T) => T) => {
    const converter = schema ? of(schema) : null
    return (value) => {
      converter?.(value, {})
      return value
    }
  }
}

/**
 * Converts the ids of an answer to their public form, in place, because copies would cost more than the rest of the
 * work.
 */
export const wireIdsOf = converters({ id: wireId })

/** The same for programs, some of which can parse times only in whole seconds. */
export const wireIdsAndSecondsOf = converters({ id: wireId, time: wholeSeconds })

/** Converts the ids from a client to their stored form, in place. */
export const storedIdsOf = converters({ id: storedId })
