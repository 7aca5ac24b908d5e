/**
 * The rules of OpenAPI 3.1.1 for the objects that our description uses, as a JSON Schema: allowed keys, required keys,
 * and their values. All objects are closed, so misspelled keys are found; `x-…` keys are allowed anywhere. Schemas
 * inside are checked by the meta schema of JSON Schema itself.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */
const text = { type: 'string', minLength: 1 }
const object = (properties: object, required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
  patternProperties: { '^x-': true },
  additionalProperties: false,
})
const mapOf = (values: object, names: object = {}) => ({
  type: 'object',
  propertyNames: names,
  additionalProperties: values,
})
const schema = { type: 'object' }
const namedPart = { pattern: '^[a-zA-Z0-9._-]+$' }
const example = object({ summary: text, value: true }, ['summary', 'value'])
const mediaType = object(
  { schema, examples: mapOf({ oneOf: [example, object({ $ref: text }, ['$ref'])] }) },
  ['schema'],
)
const content = {
  ...mapOf(mediaType, { pattern: '^[a-z]+/[a-z0-9.+*-]+$' }),
  minProperties: 1,
}
const parameter = object(
  {
    name: text,
    in: { enum: ['path', 'query', 'header', 'cookie'] },
    description: text,
    required: { type: 'boolean' },
    schema,
  },
  ['name', 'in', 'description', 'schema'],
)
/** The specification requires path parameters to be required. */
const parameterRule = {
  ...parameter,
  if: { properties: { in: { const: 'path' } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { properties: { required: { const: true } }, required: ['required'] },
}
const operation = object(
  {
    operationId: { type: 'string', pattern: '^[a-z][A-Za-z]+$' },
    summary: text,
    description: text,
    tags: { type: 'array', items: text, minItems: 1 },
    parameters: { type: 'array', items: parameterRule },
    requestBody: object({ content, required: { type: 'boolean' } }, ['content']),
    responses: {
      ...mapOf(object({ description: text, content }, ['description']), { pattern: '^[1-5]\\d\\d$' }),
      minProperties: 1,
    },
    security: { type: 'array', items: mapOf({ type: 'array', items: { type: 'string' } }) },
  },
  ['operationId', 'summary', 'description', 'tags', 'responses', 'security'],
)
const pathItem = object({ get: operation, put: operation, post: operation, delete: operation }, [])
const apiKey = object(
  { type: { const: 'apiKey' }, in: { enum: ['query', 'header', 'cookie'] }, name: text, description: text },
  ['type', 'in', 'name'],
)

export const openApiRules = object(
  {
    openapi: { type: 'string', pattern: '^3\\.1\\.\\d+$' },
    info: object(
      {
        title: text,
        version: text,
        summary: text,
        description: text,
        license: object({ name: text, identifier: text }, ['name', 'identifier']),
      },
      ['title', 'version'],
    ),
    servers: { type: 'array', items: object({ url: text }, ['url']), minItems: 1 },
    tags: { type: 'array', items: object({ name: text, description: text }, ['name']) },
    paths: mapOf(pathItem, { pattern: '^/' }),
    components: object(
      {
        schemas: mapOf(schema, namedPart),
        examples: mapOf(example, namedPart),
        securitySchemes: mapOf(apiKey, namedPart),
      },
      [],
    ),
  },
  ['openapi', 'info', 'paths'],
)
