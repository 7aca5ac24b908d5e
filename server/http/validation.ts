import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { type ErrorName, errors } from '../../contract/errors.ts'
import { Refused } from './refused.ts'

const ajv = new Ajv({
  removeAdditional: 'all',
  useDefaults: true,
  verbose: true,
  strict: false,
  validateFormats: false,
})
// A schema can name the refusal that its own violation means.
ajv.addKeyword({ keyword: 'refusal', schemaType: 'string' })

interface PropertySchema {
  readonly type?: string | string[]
}

/** `null` for a plain text, number or boolean leaves its default (API contract 1.1). */
function dropNulls(schema: TSchema, data: unknown): void {
  const properties = (schema as { properties?: Record<string, PropertySchema> }).properties
  if (!properties || typeof data !== 'object' || data === null) return
  const record = data as Record<string, unknown>
  for (const [key, property] of Object.entries(properties))
    if (record[key] === null && !property.type?.includes('null')) delete record[key]
}

function refusalOf(mistakes: ErrorObject[] | null | undefined): Refused {
  const named = mistakes?.find((mistake) => mistake.parentSchema?.refusal)?.parentSchema?.refusal as
    | ErrorName
    | undefined
  return new Refused(named ? errors[named] : errors.invalidJson)
}

/**
 * Checks what comes in against the contract: unknown keys are dropped, defaults filled, nothing is
 * converted. A violation is refused as the schema says, otherwise with `invalid_json`.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  const validate: ValidateFunction = ajv.compile(schema)
  return (data: unknown) => {
    dropNulls(schema, data)
    return validate(data) ? { value: data } : { error: refusalOf(validate.errors) }
  }
}
