import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import type { ApiOperation, JsonSchema } from '../../../contract/apiDocument.ts'
import type { Endpoint } from '../../../contract/endpoints/endpoint.ts'
import { type EndpointName, endpoints } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import { rateLimits } from '../../../contract/rateLimits.ts'
import recorded from '../../../tests/apiExamples/examples.json?raw'
import { openApiRules } from '../../../tests/support/openApiRules.ts'
import { parseConfig } from '../../config.ts'
import { renderMarkdown } from '../../platform/markdown/render.ts'
import { apiDocument } from './document.ts'
import { subjects } from './subjects.ts'

const examples = JSON.parse(recorded)
const document = apiDocument(
  { ...parseConfig({ SITE_URL: 'https://forum.example' }), siteName: 'Moss & Fern' },
  examples,
)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)
const calls = Object.entries<Endpoint>(endpoints)
/** The operation that describes a call; one that is selected by a parameter shares another's. */
const find = (name: string): ApiOperation => {
  const { method, path } = Object.entries<Endpoint>(endpoints).find(([call]) => call === name)?.[1] ?? {}
  const found = operations.find(
    (one) => one.method === method?.toLowerCase() && one.path === path?.replace(/:(\w+)/g, '{$1}'),
  )
  if (!found) throw new Error(`${name} is not described.`)
  return found.operation
}

/** All schemas in the document. */
const schemasIn = (operation: ApiOperation): JsonSchema[] => [
  ...operation.parameters.map(({ schema }) => schema),
  ...[operation.requestBody, ...Object.values(operation.responses)].flatMap((part) =>
    Object.values(part?.content ?? {}).map(({ schema }) => schema),
  ),
]
const components = document.components.schemas

/** Checks values by a schema that refers to the components. */
const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true })
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
ajv.addKeyword('components')
ajv.addSchema({
  $id: 'https://forum.example/openapi',
  components: JSON.parse(JSON.stringify({ schemas: components })),
})
const compile = (schema: JsonSchema): ValidateFunction =>
  ajv.compile(
    JSON.parse(
      JSON.stringify(schema).replaceAll('"#/components', '"https://forum.example/openapi#/components'),
    ),
  )

describe('the description of the API', () => {
  it('keeps the rules of OpenAPI 3.1', () => {
    const validate = new Ajv2020({ strict: false, allErrors: true }).compile(openApiRules)
    validate(document)
    expect(validate.errors ?? []).toEqual([])
  })

  it('keeps its rules that a schema cannot express', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      'operationId twice',
    ).toEqual([])
    const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'))
    expect(
      shapes.filter((shape, index) => shapes.indexOf(shape) !== index),
      'equivalent paths',
    ).toEqual([])
    const tags = document.tags.map(({ name }) => name)
    expect(new Set(tags).size).toBe(tags.length)
    for (const { path, method, operation } of operations) {
      const { operationId, parameters, security } = operation
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      expect(inPath.sort(), operationId).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort(),
      )
      expect(new Set(parameters.map((one) => `${one.in} ${one.name}`)).size).toBe(parameters.length)
      expect(tags).toContain(operation.tags[0])
      for (const scheme of security.flatMap((one) => Object.keys(one)))
        expect(document.components.securitySchemes).toHaveProperty(scheme)
      expect(method === 'get' && operation.requestBody, operationId).toBeFalsy()
    }
  })

  it('has valid JSON Schemas without dangling references', () => {
    for (const { operation } of operations)
      for (const schema of schemasIn(operation)) expect(() => compile(schema)).not.toThrow()
  })

  it('has no unused object', () => {
    const text = JSON.stringify(document)
    expect(
      Object.keys(components).filter((name) => !text.includes(`"#/components/schemas/${name}"`)),
    ).toEqual([])
  })

  it('says what becomes of raw HTML, as texts are rendered', () => {
    expect(document.info.description).toContain(
      '`<b>x</b>` becomes `x`, `<br>` a line break,\nand comments go with their text',
    )
    for (const source of ['<b>x</b>', 'x<!-- y -->']) expect(renderMarkdown(source).trim()).toBe('<p>x</p>')
    expect(renderMarkdown('x<br>y').trim()).toMatch(/^<p>x<br ?\/?>\s*y<\/p>$/)
  })

  it('describes every field of every object', () => {
    const silent: string[] = []
    const walk = (part: unknown, where: string): void => {
      if (typeof part !== 'object' || part === null) return
      for (const [key, inner] of Object.entries(part)) {
        if (key === 'examples' || key === 'x-examples') continue
        if (key === 'properties')
          for (const [field, schema] of Object.entries<JsonSchema>(inner))
            if (!schema.description) silent.push(`${where}.${field}`)
        walk(inner, `${where}/${key}`)
      }
    }
    walk(document, '')
    expect(silent).toEqual([])
  })
})

describe('every call of the contract', () => {
  it('is in it once, under its path and method', () => {
    const described = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    expect(described).toEqual(
      expect.arrayContaining(
        calls.map(([, { method, path }]) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`),
      ),
    )
    const ofSubjects = subjects.flatMap((subject) => Object.keys(subject.calls))
    expect(ofSubjects.sort()).toEqual(calls.map(([name]) => name).sort())
  })

  it.each(calls)(
    '%s has a summary, an answer, and an example of success',
    (name, { response, successStatus = 200 }) => {
      const operation = find(name)
      expect(operation.summary).toMatch(/^[A-Z].*\.$/s)
      const answer = operation.responses[successStatus]
      expect(answer?.content?.['application/json']?.schema !== undefined).toBe(response !== null)
      expect(operation['x-examples'].map(({ status }) => status)).toContain(successStatus)
    },
  )

  it.each(calls)('%s describes all its parameters', (name) => {
    const { parameters, requestBody } = find(name)
    const body = Object.entries(requestBody?.content['application/json']?.schema.properties ?? {})
    expect(parameters.filter(({ description }) => !description).map((one) => one.name)).toEqual([])
    expect(body.filter(([, { description }]) => !description).map(([field]) => field)).toEqual([])
  })

  it.each(calls)('%s has examples that match its schemas', (name) => {
    const { requestBody, responses, 'x-examples': all } = find(name)
    for (const { title, body, status, answer } of all) {
      const schemas = [
        [requestBody?.content['application/json']?.schema, status < 400 ? body : undefined],
        [responses[status]?.content?.['application/json']?.schema, answer],
      ] as const
      for (const [schema, value] of schemas) {
        if (value === undefined) continue
        const validate = compile(schema ?? { enum: [] })
        validate(value)
        expect(validate.errors ?? [], title).toEqual([])
      }
    }
  })

  it.each(calls)('%s lists every error that it can return', (name, endpoint) => {
    const { responses } = find(name)
    for (const error of endpoint.errors) {
      const { status } = errors[error]
      expect(responses[status]?.content?.['application/json']?.examples).toHaveProperty(error)
    }
  })

  it.each(operations.map((one) => [one.operation.operationId, one.operation] as const))(
    '%s names the errors that every call can answer, which stand once in the components',
    (_name, { responses }) => {
      for (const error of [
        'internal',
        'databaseUnavailable',
        'serverBusy',
        'serverStopping',
        'diskFull',
      ] as const)
        expect(responses[errors[error].status]?.content?.['application/json']?.examples).toHaveProperty(
          error,
          {
            $ref: `#/components/examples/${error}`,
          },
        )
    },
  )

  it('refers to existing errors, and describes each', () => {
    const references = JSON.stringify(operations).matchAll(/"#\/components\/examples\/(\w+)"/g)
    const named = new Set([...references].map(([, name = '']) => name))
    expect(named).toEqual(new Set(Object.keys(document.components.examples)))
    for (const { value } of Object.values(document.components.examples)) {
      const { status, code } = value as { status: number; code?: string }
      expect(document.info.description).toContain(
        `\n- ${status} ${code ? `\`${code}\`` : 'without a code'}: `,
      )
    }
  })

  it('lists the error for a full password queue exactly where a password is sent', () => {
    const calls = operations.filter(({ operation }) =>
      JSON.stringify(operation.responses).includes('/tooBusy"'),
    )
    expect(calls.map(({ operation }) => operation.operationId).sort()).toEqual([
      'appealSuspension',
      'apply',
      'confirmPassword',
      'deleteSuspended',
      'deleteUser',
      'exportSuspended',
      'getSuspension',
      'login',
      'openApplication',
      'resetPassword',
      'signup',
      'updateSettings',
    ])
  })

  it('covers all examples', () => {
    expect(
      Object.keys(examples).filter(
        (name) =>
          !Object.hasOwn(endpoints, name) &&
          !operations.some(({ operation }) => operation.operationId === name),
      ),
    ).toEqual([])
  })

  it('lists every rate limit', () => {
    const limited = JSON.stringify(operations.map(({ operation }) => operation['x-rateLimits']))
    const {
      pages: _,
      strangerLogins: __,
      unprovenNotices: ___,
      votesOnMember: ____,
      slowVotes: _____,
      ...ofCalls
    } = rateLimits
    for (const [name, buckets] of Object.entries(ofCalls))
      expect(limited, name).toContain(JSON.stringify(buckets))
  })
})

it('states who may use a call, and which headers are needed', () => {
  const facts = (name: EndpointName) => {
    const { security, 'x-who': who, requestBody } = find(name)
    return { security, who, required: requestBody?.content['application/json']?.schema.required }
  }
  expect(facts('getPost')).toEqual({ security: [{}, { session: [] }], who: 'all' })
  expect(facts('getOwnUser')).toEqual({ security: [{ session: [] }], who: 'member' })
  expect(facts('createPost')).toEqual({
    security: [{ session: [], token: [] }],
    who: 'member',
    required: ['title', 'community'],
  })
  expect(Object.keys(find('uploadImage').requestBody?.content ?? {})).toEqual(['multipart/form-data'])
  expect(document.components.securitySchemes.session).toMatchObject({ in: 'cookie', name: 'SID' })
})

it('states how a call can be repeated', () => {
  const keyed = calls.filter(([, endpoint]) => endpoint.takesIdempotencyKey).map(([name]) => name)
  expect(keyed).not.toEqual([])
  for (const [name] of calls) {
    const { parameters, responses } = find(name)
    const header = parameters.find((one) => one.in === 'header')
    expect(header?.name, name).toBe(keyed.includes(name) ? 'Idempotency-Key' : undefined)
    expect(JSON.stringify(responses).includes('idempotencyKeyReused'), name).toBe(keyed.includes(name))
    if (header) expect('"abc-123"').toMatch(new RegExp(header.schema.pattern ?? '^$'))
  }
  for (const name of ['votePost', 'voteComment'])
    expect(find(name).requestBody?.content['application/json']?.schema.properties?.set?.enum).toEqual([
      'up',
      'down',
      'none',
    ])
})
