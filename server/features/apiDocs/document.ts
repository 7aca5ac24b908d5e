import type { TObject } from 'typebox'
import type {
  ApiAnswer,
  ApiDocument,
  ApiExample,
  ApiMethod,
  ApiOperation,
  ApiParameter,
  ApiValue,
} from '../../../contract/apiDocument.ts'
import { type Endpoint, limitOfGuests } from '../../../contract/endpoints/endpoint.ts'
import { type GeneralError, generalErrors } from '../../../contract/endpoints/generalErrors.ts'
import type { EndpointName } from '../../../contract/endpoints/index.ts'
import { idempotencyKey } from '../../../contract/endpoints/parameters.ts'
import { type ApiError, type ErrorName, errors } from '../../../contract/errors.ts'
import { type Bucket, type RateLimitName, rateLimits } from '../../../contract/rateLimits.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Config } from '../../config.ts'
import { errorBody } from '../../platform/http/server.ts'
import { version } from '../../version.ts'
import { conditionsOf, firstSentence } from './describe.ts'
import introduction from './introduction.md?raw'
import { type OtherOperation, otherOperations } from './others.ts'
import { documentedPart, schemaComponents, schemaOf } from './schemas.ts'
import { otherSubject, type Subject, subjects } from './subjects.ts'

/** Examples by the name of their call. */
export type Examples = Readonly<Record<string, readonly ApiExample[]>>

/** Rate limits that the ability counts itself, once it knows that there is something to do. */
const limitsTakenLater: { readonly [Name in EndpointName]?: RateLimitName } = {
  login: 'login',
  signup: 'signup',
  deleteUser: 'accountDeletion',
  confirmPassword: 'login',
  getSuspension: 'login',
  appealSuspension: 'login',
  exportSuspended: 'login',
  deleteSuspended: 'login',
  requestExport: 'exports',
  createList: 'listCreation',
  updateList: 'listEdits',
  updateListById: 'listEdits',
  deleteList: 'listEdits',
  deleteListById: 'listEdits',
  addItem: 'listItems',
  addItemById: 'listItems',
}

/**
 * The description of the API, derived from the contract: all calls, and the other URLs that programs may need.
 */
export function apiDocument(
  config: Pick<Config, 'siteUrl' | 'sessionCookie'> & Pick<SettingValues, 'siteName'>,
  examples: Examples,
): ApiDocument {
  const paths: Record<string, Partial<Record<ApiMethod, ApiOperation>>> = {}
  const add = (path: string, method: ApiMethod, operation: ApiOperation) => {
    paths[path] = { ...paths[path], [method]: operation }
  }
  for (const { name: subject, calls } of subjects)
    for (const [name, endpoint] of Object.entries(calls)) {
      if (endpoint.when) continue
      const call = { name: name as EndpointName, endpoint, examples: examples[name] ?? [] }
      add(
        endpoint.path.replace(/:(\w+)/g, '{$1}'),
        endpoint.method.toLowerCase() as ApiMethod,
        operationOf(call, selectedBesides(endpoint, calls, examples), subject),
      )
    }
  for (const other of otherOperations) add(other.path, other.method, otherOperation(other, examples))

  return {
    openapi: '3.1.1',
    info: {
      title: `${config.siteName} API`,
      version,
      summary: 'Everything that the pages of this site can do, for programs.',
      description: introductionFor(config, config.siteUrl?.origin ?? 'https://forum.example'),
      license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' },
    },
    servers: [{ url: '/' }],
    tags: [...subjects, otherSubject].map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: schemaComponents(),
      examples: Object.fromEntries(generalErrors.map(({ error }) => [error, exampleOf(error)])),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: config.sessionCookie,
          description: 'The session; `login` makes it a member’s.',
        },
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Csrf-Token',
          description: 'The value of the session’s cookie `csrftoken`; for everything but GET.',
        },
      },
    },
  }
}

/** The introduction to the API, as Markdown. @param origin the public origin of this site. */
export const introductionFor = ({ sessionCookie }: Pick<Config, 'sessionCookie'>, origin: string): string =>
  introduction
    .replaceAll('{{origin}}', origin)
    .replaceAll('{{sessionCookie}}', sessionCookie)
    .replaceAll('{{generalErrors}}', generalErrors.map(describeError).join('\n'))

const describeError = ({ error, meaning }: GeneralError): string => {
  const { status, code }: ApiError = errors[error]
  return `- ${status} ${code ? `\`${code}\`` : 'without a code'}: ${meaning}`
}

interface DescribedCall {
  readonly name: EndpointName
  readonly endpoint: Endpoint
  readonly examples: readonly ApiExample[]
}

/** The calls that share method and path with this one, and that a parameter of the query selects. */
const selectedBesides = (
  { method, path }: Endpoint,
  calls: Subject['calls'],
  examples: Examples,
): DescribedCall[] =>
  Object.entries(calls)
    .filter(([, { when, ...other }]) => when && other.method === method && other.path === path)
    .map(([name, endpoint]) => ({ name: name as EndpointName, endpoint, examples: examples[name] ?? [] }))

/** @param others calls with the same method and path, because OpenAPI has one operation for each. */
function operationOf(
  { name: call, endpoint, examples: own }: DescribedCall,
  others: readonly DescribedCall[],
  subject: string,
): ApiOperation {
  const examples = [...own, ...others.flatMap((other) => other.examples)]
  const limit = endpoint.limit ?? limitsTakenLater[call]
  const status = String(endpoint.successStatus ?? 200)
  const succeeded = examples.filter((example) => String(example.status) === status)
  const body = bodyOf(endpoint, succeeded)
  return {
    operationId: call,
    ...textsOf([endpoint, ...others.map((other) => other.endpoint)], limit && rateLimits[limit]),
    tags: [subject],
    parameters: parametersOf(endpoint).concat(
      others.flatMap((other) =>
        parametersOf(other.endpoint).filter(({ name }) => !hasParameter(endpoint, name)),
      ),
    ),
    ...(body && { requestBody: body }),
    responses: {
      [status]: answerOf(
        [endpoint, ...others.map((other) => other.endpoint)].map(({ response }) => response),
        succeeded,
      ),
      ...(call === 'getOwnUser' && {
        304: {
          description: 'Nothing has changed since the answer whose `ETag` was sent as `If-None-Match`.',
        },
      }),
      ...refusals(
        {
          ...endpoint,
          errors: [
            ...new Set([endpoint, ...others.map((other) => other.endpoint)].flatMap((one) => one.errors)),
          ],
        },
        (limit ?? limitOfGuests(endpoint)) !== undefined,
      ),
    },
    security: securityOf(endpoint.who, endpoint.method !== 'GET'),
    'x-who': endpoint.who,
    ...(limit && { 'x-rateLimits': rateLimits[limit] }),
    'x-examples': examples,
  }
}

/** @param endpoints the calls with one method and path; the first is the one without `when`. */
function textsOf(
  [endpoint, ...others]: readonly [Endpoint, ...Endpoint[]],
  limit: readonly Bucket[] | undefined,
): Pick<ApiOperation, 'summary' | 'description'> {
  const [summary, ...more] = firstSentence(endpoint.summary)
  return {
    summary,
    description: [...more, ...others.map(summaryOf), ...conditionsOf(endpoint, limit)].join(' '),
  }
}

const summaryOf = ({ summary, when }: Endpoint): string =>
  when ? `With \`${when.has}\`: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}` : summary

const hasParameter = ({ params, query }: Endpoint, name: string): boolean =>
  [params, query].some((schema) => schema && Object.hasOwn(schema.properties, name))

function otherOperation(other: OtherOperation, examples: Examples): ApiOperation {
  const { operationId, summary, who } = other
  return {
    operationId,
    summary,
    description: [other.description, ...conditionsOf({ who }, undefined)].join(' '),
    tags: [otherSubject.name],
    parameters: other.parameters ?? [],
    responses: withPlainRefusals(
      { 200: other.answer, ...refusals({ method: 'GET', who, errors: other.errors }, false) },
      other.plainRefusals ?? [],
    ),
    security: securityOf(who, false),
    'x-who': who,
    'x-examples': examples[operationId] ?? [],
  }
}

const withPlainRefusals = (
  responses: Record<string, ApiAnswer>,
  statuses: readonly number[],
): Record<string, ApiAnswer> => {
  const all = { ...responses }
  for (const status of statuses) {
    const { content } = all[status] ?? {}
    all[status] = {
      description: 'Refused.',
      content: { ...content, 'text/plain': { schema: { type: 'string' } } },
    }
  }
  return all
}

const securityOf = (who: Endpoint['who'], writes: boolean): ApiOperation['security'] => {
  if (writes) return [{ session: [], token: [] }]
  return who === 'all' ? [{}, { session: [] }] : [{ session: [] }]
}

const idempotencyKeyHeader: ApiParameter = {
  name: idempotencyKey.header,
  in: 'header',
  description: idempotencyKey.description,
  required: false,
  schema: { type: 'string', pattern: idempotencyKey.form },
}

function parametersOf({ params, query, takesIdempotencyKey }: Endpoint): ApiParameter[] {
  const of = (place: 'path' | 'query', schema: TObject | undefined) =>
    Object.entries(schema?.properties ?? {}).map(([name, part]): ApiParameter => {
      const { description = '', ...spelled } = schemaOf(part)
      return { name, in: place, description, required: place === 'path', schema: spelled }
    })
  return [
    ...of('path', params),
    ...of('query', query),
    ...(takesIdempotencyKey ? [idempotencyKeyHeader] : []),
  ]
}

function bodyOf(
  { body, upload, bodyOptional }: Endpoint,
  examples: readonly ApiExample[],
): ApiOperation['requestBody'] {
  if (upload)
    return {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: {
              image: {
                description: 'One file: JPEG, PNG, WebP, GIF or AVIF.',
                contentMediaType: 'application/octet-stream',
              },
            },
            required: ['image'],
          },
        },
      },
    }
  if (!body) return undefined
  const { required: always = [], ...schema } = schemaOf(body)
  // A field with an empty default is required, unless an empty value makes sense.
  const required = always.filter((name) => {
    const { default: byDefault, mayBeEmpty }: { default?: unknown; mayBeEmpty?: boolean } =
      body.properties[name] ?? {}
    return byDefault === undefined || (byDefault === '' && !mayBeEmpty)
  })
  return {
    required: !bodyOptional,
    content: {
      'application/json': {
        schema: { ...schema, ...(required.length > 0 && { required }) },
        ...valuesOf(
          examples.filter((example) => example.body !== undefined).map(({ title, body }) => [title, body]),
        ),
      },
    },
  }
}

/** Examples as a media type has them, when there are any. */
const valuesOf = (values: readonly (readonly [summary: string, value: unknown])[]) =>
  values.length > 0 && {
    examples: Object.fromEntries(
      values.map(([summary, value], index) => [`example${index + 1}`, { summary, value }]),
    ),
  }

function answerOf(responses: readonly Endpoint['response'][], examples: readonly ApiExample[]): ApiAnswer {
  const [response = null] = responses
  if (response === null) return { description: 'Done. The body is empty.' }
  const mayBeEmpty = Array.isArray((response as { type?: unknown }).type)
  const shapes = responses.flatMap((one) => (one ? [schemaOf(one)] : []))
  // Clients take the first that fits, and only the answers of selected calls have fields by which one can tell.
  const schema = shapes.length > 1 ? { anyOf: shapes.reverse() } : schemaOf(response)
  return {
    description: mayBeEmpty ? 'Done. The body may be empty.' : 'Done.',
    content: {
      'application/json': {
        schema: (mayBeEmpty && 'anyOf' in schema && schema.anyOf?.[0]) || schema,
        ...valuesOf(
          examples
            .filter(({ answer }) => answer !== undefined)
            .map(({ title, answer }) => [title, documentedPart(response, answer)]),
        ),
      },
    },
  }
}

const exampleOf = (name: ErrorName): ApiValue => ({
  summary: errors[name].message,
  value: errorBody(errors[name]),
})

/** Refusals by their status, each with its possible bodies; common ones are in the components. */
function refusals(
  endpoint: Pick<Endpoint, 'method' | 'who' | 'errors' | 'body' | 'upload' | 'takesIdempotencyKey'>,
  isLimited: boolean,
): Record<string, ApiAnswer> {
  const general = generalErrors
    .filter(({ isOf }) => isOf({ ...endpoint, isLimited }))
    .map(({ error }) => error)
  const own = endpoint.errors.filter((name) => !general.includes(name))
  const names = [...own, ...general]
  const statuses = [...new Set(names.map((name) => errors[name].status))].sort()
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: 'Refused.',
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Refusal' },
            examples: Object.fromEntries(
              names
                .filter((name) => errors[name].status === status)
                .map((name) => [
                  name,
                  general.includes(name) ? { $ref: `#/components/examples/${name}` } : exampleOf(name),
                ]),
            ),
          },
        },
      },
    ]),
  )
}
