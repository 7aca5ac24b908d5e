import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { type ErrorName, errors } from '../../../contract/errors.ts'
import { Refused } from './refused.ts'

const ajv = new Ajv({
  removeAdditional: 'all',
  useDefaults: true,
  verbose: true,
  strict: false,
  validateFormats: false,
})
// `refusal` in a schema names the error of the contract that answers a violation of it.
ajv.addKeyword({ keyword: 'refusal', schemaType: 'string' })

interface PropertySchema {
  readonly type?: string | string[]
}

/** Removes properties that are null where the schema allows no null, so that they get their default (docs/spec/api.md). */
function dropNulls(schema: TSchema, data: unknown): void {
  const properties = (schema as { properties?: Record<string, PropertySchema> }).properties
  if (!properties || typeof data !== 'object' || data === null) return
  const record = data as Record<string, unknown>
  for (const [key, property] of Object.entries(properties))
    if (record[key] === null && !property.type?.includes('null')) delete record[key]
}

function refusalOf(violations: ErrorObject[] | null | undefined): Refused {
  const named = violations?.find((violation) => violation.parentSchema?.refusal)?.parentSchema?.refusal as
    | ErrorName
    | undefined
  return new Refused(named ? errors[named] : errors.invalidJson)
}

/**
 * Validates input against the contract: removes unknown keys, fills in defaults, converts nothing. A violation is
 * answered with the error that the schema names in `refusal`, otherwise with `invalid_json`.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  const validate: ValidateFunction = ajv.compile(schema)
  return (data: unknown) => {
    dropNulls(schema, data)
    return validate(data) ? { value: data } : { error: refusalOf(validate.errors) }
  }
}
