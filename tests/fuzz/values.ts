import fc from 'fast-check'
import type { JsonSchema } from '../../contract/apiDocument.ts'

/** A placeholder for something that exists when the request is sent: the `index`-th known value of this kind. */
export interface Reference {
  readonly $known: KnownKind
  readonly index: number
}

/** Kinds of ids, names and cursors. */
export type KnownKind =
  | 'user'
  | 'community'
  | 'post'
  | 'publicId'
  | 'comment'
  | 'number'
  | 'username'
  | 'communityName'
  | 'cursor'

export const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' && value !== null && '$known' in value

/** Texts that have broken programs: limits of numbers, encodings, escapes of SQL, HTML, paths and headers. */
const hostileTexts = [
  '',
  ' ',
  '0',
  '-1',
  '1e21',
  '9223372036854775807',
  '9223372036854775808',
  '99999999999999999999999999',
  '0x10',
  'NaN',
  'null',
  'undefined',
  'true',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202eabc',
  '\u200b',
  '٣',
  "'; drop table users; --",
  '" or 1=1 --',
  '%',
  '_',
  '%00',
  '%ff',
  '../../etc/passwd',
  '//evil.example/',
  '/\\evil.example',
  'javascript:alert(1)',
  'http://127.0.0.1:1/',
  'http://[::1',
  '<script>alert(1)</script>',
  '![x](javascript:alert(1))',
  '[a](//b){{constructor.constructor("x")()}}',
  '__proto__',
  'constructor',
  'a\r\nSet-Cookie: x=y',
  '\\',
  '*',
  '>'.repeat(500),
  '['.repeat(2000),
  '| a '.repeat(500),
  'a'.repeat(300),
  'ä'.repeat(70_000),
  '2020-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
] as const

const hostileNumbers = [
  0,
  -0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e21,
  -1e21,
  1e308,
  Number.MIN_VALUE,
  9223372036854776000,
] as const

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], { length: 1e9 }, nested(300)),
  fc.constant(JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":1}}')),
  fc.constantFrom<unknown>(...hostileNumbers),
  fc.constantFrom<unknown>(...hostileTexts),
  fc.jsonValue({ maxDepth: 3 }),
)

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

/** What a field or parameter of this name may refer to. */
function kindsFor(name: string): KnownKind[] {
  if (/cursor|next|after|before/i.test(name)) return ['cursor']
  if (/username|^user$|mods?$/i.test(name)) return ['username', 'user']
  if (/communityName|^community$|^name$/i.test(name)) return ['communityName', 'community']
  if (/publicId/i.test(name)) return ['publicId', 'post']
  if (/postId/i.test(name)) return ['post', 'publicId']
  if (/comment/i.test(name)) return ['comment']
  if (/communityId/i.test(name)) return ['community', 'communityName']
  if (/target|entity/i.test(name)) return ['post', 'comment', 'number']
  if (/userId|authorId/i.test(name)) return ['user']
  if (/id$/i.test(name)) return ['number', 'post', 'comment', 'community', 'user']
  return []
}

const reference = (kinds: readonly KnownKind[]): fc.Arbitrary<Reference> =>
  fc.record({ $known: fc.constantFrom(...kinds), index: fc.nat({ max: 7 }) })

/**
 * Values for a field or parameter: valid ones, references to what exists, and some hostile ones.
 *
 * @param schema as in the description of the API; references are looked up in `components`.
 */
export function valueFor(
  name: string,
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
  depth = 0,
): fc.Arbitrary<unknown> {
  const kinds = kindsFor(name)
  const valid = validFor(name, schema, components, depth)
  return fc.oneof(
    { arbitrary: valid, weight: kinds.length > 0 ? 2 : 8 },
    ...(kinds.length > 0 ? [{ arbitrary: reference(kinds), weight: 8 }] : []),
    { arbitrary: hostileValue, weight: 1 },
  )
}

function validFor(
  name: string,
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
  depth: number,
): fc.Arbitrary<unknown> {
  if (schema.$ref) {
    const component = components[schema.$ref.replace('#/components/schemas/', '')]
    return component && depth < 4 ? validFor(name, component, components, depth + 1) : fc.constant({})
  }
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => validFor(name, choice, components, depth)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number': {
      const { minimum = -3, maximum = 200 } = schema
      return fc.integer({ min: minimum, max: Math.max(minimum, Math.min(maximum, 10_000)) })
    }
    case 'array':
      return fc.array(valueFor(name.replace(/s$/, ''), schema.items ?? {}, components, depth + 1), {
        maxLength: 4,
      })
    case 'object':
      return bodyFor(schema, components, depth + 1)
    default:
      return fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: Math.min(schema.maxLength ?? 60, 60) }),
        fc.constantFrom('Some words', 'A **text** with [a link](https://example.org/)', 'fern_3'),
      )
  }
}

/** An object with the fields of the schema, of which optional ones may be missing and values may be invalid. */
export function bodyFor(
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
  depth = 0,
): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [
    name,
    valueFor(name, field, components, depth),
  ])
  const known: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(fields)
  return fc.record(known, { requiredKeys: [...(schema.required ?? [])].filter((name) => name in known) })
}

/** Bodies that are not a JSON object. */
export const brokenBody: fc.Arbitrary<string> = fc.constantFrom(
  '',
  'null',
  'true',
  '1e999',
  '"text"',
  '[]',
  '{',
  '{"a":}',
  '{"a":1}{"b":2}',
  '\ufeff{}',
  '['.repeat(20_000),
  `{"body":"${'a'.repeat(3_000_000)}"}`,
)
