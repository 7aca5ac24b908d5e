import { describe, expect, it } from 'vitest'
import type { ApiOperation, JsonSchema } from '../../../contract/apiDocument.ts'
import recorded from '../../../tests/apiExamples/examples.json?raw'
import { parseConfig } from '../../config.ts'
import { apiDocument } from './document.ts'

/**
 * What generators of clients cannot express, or write down as code that does not compile. `npm run clients` runs the generators
 * themselves; these are the reasons for which they have failed.
 */
const document = apiDocument(
  { ...parseConfig({ SITE_URL: 'https://forum.example' }), siteName: 'Moss & Fern' },
  JSON.parse(recorded),
)
const operations: readonly ApiOperation[] = Object.values(document.paths).flatMap((methods) =>
  Object.values(methods),
)
const components = Object.entries(document.components.schemas)

interface Found {
  readonly where: string
  readonly schema: JsonSchema
}

/** A schema with all that are in it. */
function allIn(where: string, schema: JsonSchema): Found[] {
  const inside: [string, JsonSchema][] = [
    ...Object.entries(schema.properties ?? {}),
    ...(schema.items ? ([['[]', schema.items]] as [string, JsonSchema][]) : []),
    // A branch that is null makes the others nullable.
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
      .filter(({ type }) => type !== 'null')
      .map((branch, index): [string, JsonSchema] => [String(index), branch]),
  ]
  return [{ where, schema }, ...inside.flatMap(([name, part]) => allIn(`${where}.${name}`, part))]
}
const mediaOf = ({ operationId, requestBody, responses }: ApiOperation) =>
  Object.entries({ body: requestBody, ...responses }).flatMap(([name, part]) =>
    Object.values(part?.content ?? {}).map((media) => ({ where: `${operationId}.${name}`, ...media })),
  )
const schemas: readonly Found[] = [
  ...components.flatMap(([name, schema]) => allIn(name, schema)),
  ...operations.flatMap((operation) => [
    ...operation.parameters.flatMap(({ name, schema }) => allIn(`${operation.operationId}.${name}`, schema)),
    ...mediaOf(operation).flatMap(({ where, schema }) => allIn(where, schema)),
  ]),
]
const typesOf = ({ type = [] }: JsonSchema) => [type].flat()

/** A schema without a type takes anything. */
const mayBeNull = (schema: JsonSchema): boolean => {
  const { $ref, anyOf = [], oneOf = [] } = schema
  const branches = [...anyOf, ...oneOf]
  if (branches.length > 0) return branches.some(mayBeNull)
  return !$ref && (typesOf(schema).length === 0 || typesOf(schema).includes('null'))
}

/** Generators remove punctuation from names, and change upper and lower case. */
const bare = (name: string) => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase()
const twice = (names: readonly string[]) => {
  const all = names.map(bare)
  return names.filter((_name, index) => all.indexOf(all[index] ?? '') !== index)
}

/** Words and inline objects become types of their own, which are named after their field. */
const makesType = (schema: JsonSchema): boolean =>
  schema.enum !== undefined ||
  schema.properties !== undefined ||
  (schema.items ? makesType(schema.items) : false)

/** Types that a file of Python, TypeScript, Go, Rust, Java, Kotlin, C# or Swift has without importing them, or that generators import. */
const takenTypes =
  'Any Array Box Boolean Byte Char Character Class Configuration Data Date DateTime Decimal Dict Double Enum Error Exception File Float Function Future Instant Int Integer Iterable Iterator Json List Long Map Module None Null Number Object Option Optional Package Promise Record Response Result Self Sequence Set String Success Symbol Task Tuple Type Union Unit Uri Url Uuid Value Vec Void'.split(
    ' ',
  )
const keywords =
  'abstract and as async await break case catch class const continue debugger def default defer del delete do else enum except export extends finally fn for from func function global go goto if impl import in instanceof interface is lambda let loop map match mod move mut namespace native new nonlocal not null object of operator or package pass print private protected public raise range ref return select self static struct super switch this throw trait try type typeof union unsafe use using var void where while with yield'.split(
    ' ',
  )

describe('the document for generators of clients', () => {
  it('has no field that can only be null', () => {
    const always = schemas.filter(({ schema }) => {
      const types = typesOf(schema)
      return types.length > 0 && types.every((type) => type === 'null')
    })
    expect(always).toEqual([])
  })

  it('has no schema with several types besides null', () => {
    const several = schemas.filter(
      ({ schema }) => typesOf(schema).filter((type) => type !== 'null').length > 1,
    )
    expect(several).toEqual([])
  })

  it('names a type, a reference or alternatives wherever it restricts values', () => {
    const plain = schemas.filter(({ schema }) => {
      const { type, $ref, anyOf, oneOf, contentMediaType, description: _, ...restrictions } = schema
      return !(type || $ref || anyOf || oneOf || contentMediaType) && Object.keys(restrictions).length > 0
    })
    expect(plain).toEqual([])
  })

  it('has alternatives of which a client can tell the one that was sent, by a field that only this one has', () => {
    const hasOwnField = (one: JsonSchema, other: JsonSchema) =>
      one.type !== other.type ||
      (one.required ?? []).some(
        (name) => !mayBeNull(one.properties?.[name] ?? {}) && !(name in (other.properties ?? {})),
      )
    const unclear = schemas.filter(({ schema }) => {
      const branches = resolved(schema).filter(({ type }) => type !== 'null')
      return branches.some((one, index) =>
        branches
          .slice(index + 1)
          .some((later) => !hasOwnField(one, later) || (schema.oneOf && !hasOwnField(later, one))),
      )
    })
    expect(unclear).toEqual([])
  })

  it('has no fixed value, of which some make a type', () => {
    expect(schemas.filter(({ schema }) => 'const' in schema)).toEqual([])
  })

  it('has no two fields or parameters whose names differ only in punctuation or case', () => {
    const objects = schemas.map(({ where, schema }) => ({
      where,
      names: Object.keys(schema.properties ?? {}),
    }))
    const inputs = operations.map(({ operationId, parameters }) => ({
      where: operationId,
      names: parameters.map(({ name }) => name),
    }))
    expect([...objects, ...inputs].filter(({ names }) => twice(names).length > 0)).toEqual([])
  })

  it('has objects whose names are free: in the languages, beside each other, and beside their fields', () => {
    const names = components.map(([name]) => name)
    const taken = new Set(takenTypes.map(bare))
    expect(names.filter((name) => taken.has(bare(name)))).toEqual([])
    // The types that generators make of the bodies of calls without a name of their own.
    const inline = operations.flatMap(({ operationId, responses }) => [
      `${operationId}Request`,
      ...Object.keys(responses).map((status) => `${operationId}${status}Response`),
    ])
    const apis = document.tags.map(({ name }) => `${name}Api`)
    expect(twice([...names, ...inline, ...apis])).toEqual([])
    const likeOwnField = components.filter(([name, { properties = {} }]) =>
      Object.entries(properties).some(([field, part]) => bare(field) === bare(name) && makesType(part)),
    )
    expect(likeOwnField.map(([name]) => name)).toEqual([])
  })

  it('has calls with names that are functions in every language', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(twice(ids)).toEqual([])
    expect(
      ids.filter((id) => !/^[a-z][A-Za-z0-9]+$/.test(id) || keywords.includes(id.toLowerCase())),
    ).toEqual([])
  })

  it('says of every call in a sentence what it does, and more in its description', () => {
    for (const { operationId, summary, description } of operations) {
      expect(summary, operationId).toMatch(/^[A-Z].*\.$/)
      expect(summary, operationId).not.toMatch(/\. [A-Z`]/)
      expect(description, operationId).toMatch(/^[A-Z].*\.$/)
    }
  })

  it('has examples without fields that their schema does not have', () => {
    const unknown: string[] = []
    const walk = (where: string, schema: JsonSchema, value: unknown): void => {
      const branches = resolved(schema)
      if (Array.isArray(value)) {
        for (const item of value) for (const { items } of branches) if (items) walk(`${where}[]`, items, item)
        return
      }
      if (typeof value !== 'object' || value === null) return
      const fields = branches.map(({ properties }) => properties).filter((part) => part !== undefined)
      if (fields.length === 0) return
      for (const [name, part] of Object.entries(value)) {
        const known = fields.flatMap((one) => one[name] ?? [])
        if (known.length === 0) unknown.push(`${where}.${name}`)
        for (const one of known) walk(`${where}.${name}`, one, part)
      }
    }
    for (const operation of operations)
      for (const { where, schema, examples = {} } of mediaOf(operation))
        for (const example of Object.values(examples)) {
          if ('value' in example) walk(where, schema, example.value)
        }
    expect(unknown).toEqual([])
  })
})

/** The schemas without references, of which a value has one. */
function resolved(schema: JsonSchema): JsonSchema[] {
  const { $ref, anyOf, oneOf } = schema
  const component = $ref && document.components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)]
  if (component) return resolved(component)
  const branches = anyOf ?? oneOf
  return branches ? branches.flatMap(resolved) : [schema]
}
