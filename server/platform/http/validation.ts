import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { DataValidationCxt } from 'ajv/dist/types/index.js'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { type ErrorName, errors } from '../../../contract/errors.ts'
import { bareName } from '../../../contract/memberName.ts'
import { isRecord } from '../../../contract/objects.ts'
import { composedTexts } from '../text/unicodeForm.ts'
import { Refused } from './refused.ts'

const ajv = new Ajv({
  removeAdditional: 'all',
  useDefaults: true,
  verbose: true,
  strict: false,
  validateFormats: false,
})
// `refusal` in a schema names the error of the contract that answers a violation of it; `patternRefusal` that of a text
// of another form, while another type than a text is still no valid body.
ajv.addKeyword({ keyword: 'refusal', schemaType: 'string' })
ajv.addKeyword({ keyword: 'patternRefusal', schemaType: 'string' })
// Every call that takes the name of a member takes it as it is shown.
ajv.addKeyword({
  keyword: 'isMemberName',
  schemaType: 'boolean',
  type: 'string',
  modifying: true,
  validate: (_isOne: boolean, typed: string, _schema?: object, at?: DataValidationCxt) => {
    if (at) at.parentData[at.parentDataProperty] = bareName(typed)
    return true
  },
})

interface PropertySchema {
  readonly type?: string | string[]
}

/** Those of an object; any other schema has none. The type of all schemas does not mention them. */
const propertiesOf = (schema: TSchema): Record<string, PropertySchema> =>
  (schema as { properties?: Record<string, PropertySchema> }).properties ?? {}

/**
 * Renames keys that differ from a property of the schema only in upper and lower case, as the decoder of the reference
 * reads them. A key that matches exactly wins.
 */
function foldKeys(schema: TSchema): (data: unknown) => void {
  const known = Object.keys(propertiesOf(schema))
  const byFolded = new Map(known.map((name) => [name.toLowerCase(), name]))
  return (data) => {
    if (!isRecord(data)) return
    for (const key of Object.keys(data)) {
      const name = byFolded.get(key.toLowerCase())
      if (name !== undefined && !Object.hasOwn(data, name)) data[name] = data[key]
    }
  }
}

/** Removes properties that are null where the schema allows no null, so that they get their default (docs/spec/api.md). */
function dropNulls(schema: TSchema, data: unknown): void {
  if (!isRecord(data)) return
  for (const [key, property] of Object.entries(propertiesOf(schema)))
    if (data[key] === null && !property.type?.includes('null')) delete data[key]
}

function refusalOf(violations: ErrorObject[] | null | undefined): Refused {
  const [named] = (violations ?? []).flatMap(({ keyword, parentSchema }): ErrorName[] => {
    const refusal = parentSchema?.[keyword === 'pattern' ? 'patternRefusal' : 'refusal']
    return refusal ? [refusal] : []
  })
  return new Refused(named ? errors[named] : errors.invalidJson)
}

/**
 * Validates input against the contract: removes unknown keys, fills in defaults, composes letters and
 * their marks (Unicode NFC), converts nothing else. A violation is
 * answered with the error that the schema names, otherwise with `invalid_json`.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  const validate: ValidateFunction = ajv.compile(schema)
  const fold = foldKeys(schema)
  return (given: unknown) => {
    const data = composedTexts(given)
    fold(data)
    dropNulls(schema, data)
    return validate(data) ? { value: data } : { error: refusalOf(validate.errors) }
  }
}
