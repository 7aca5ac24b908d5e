import fc from 'fast-check'
import type { ApiDocument, ApiMethod, ApiOperation } from '../../contract/apiDocument.ts'
import { bodyFor, brokenBody, hostileText, valueFor } from './values.ts'

export const roles = ['guest', 'member', 'banned', 'moderator', 'admin'] as const
export type Role = (typeof roles)[number]

/** A request whose references to existing things are not resolved yet. */
export interface PlannedRequest {
  readonly role: Role
  /** The operation of the API, or the pattern of the page. */
  readonly name: string
  readonly method: string
  /** With `{name}` for each parameter. */
  readonly path: string
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  /** `text` is sent unchanged, `json` after its references are resolved. */
  readonly body: { readonly text: string } | { readonly json: unknown } | null
  readonly headers: Readonly<Record<string, string>>
}

const role = fc.constantFrom<Role>(...roles)

const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { arbitrary: fc.constant({}), weight: 9 },
  {
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'accept-encoding': 'gzip;q=0, br;q=2, *' },
      { 'if-none-match': '"x", W/"", *' },
      { 'x-forwarded-for': '::ffff:1.2.3.4, [::1]:80, x' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript' },
      { 'content-type': 'multipart/form-data; boundary=' },
      { 'content-type': 'application/json; charset=utf-16' },
      { cookie: 'SID=%; csrftoken=;;=,' },
      { range: 'bytes=9-1,-0' },
      { 'x-csrf-token': 'wrong' },
    ),
    weight: 1,
  },
)

/** Requests to one operation of the API. */
function apiRequest(
  path: string,
  method: ApiMethod,
  operation: ApiOperation,
  components: ApiDocument['components']['schemas'],
): fc.Arbitrary<PlannedRequest> {
  const valuesIn = (location: 'path' | 'query') =>
    Object.fromEntries(
      operation.parameters
        .filter((parameter) => parameter.in === location)
        .map(({ name, schema }) => [name, valueFor(pathName(path, name), schema, components)]),
    )
  const schema = operation.requestBody?.content['application/json']?.schema
  const resolved = schema?.$ref ? components[schema.$ref.replace('#/components/schemas/', '')] : schema
  const json = resolved ? bodyFor(resolved, components) : fc.constant({})
  const body: fc.Arbitrary<PlannedRequest['body']> =
    method === 'get'
      ? fc.constant(null)
      : fc.oneof(
          { arbitrary: fc.record({ json }), weight: 12 },
          { arbitrary: fc.record({ text: brokenBody }), weight: 1 },
          { arbitrary: fc.constant(null), weight: 1 },
        )
  return fc.record({
    role,
    name: fc.constant(operation.operationId),
    method: fc.constant(method.toUpperCase()),
    path: fc.constant(path),
    params: fc.record(valuesIn('path')),
    query: fc.record(valuesIn('query'), { requiredKeys: [] }),
    body,
    headers,
  })
}

/** `{id}` under `/posts/` names a post: the folder before it says what a parameter stands for. */
function pathName(path: string, name: string): string {
  const folder = new RegExp(`/(\\w+)/\\{${name}\\}`).exec(path)?.[1] ?? ''
  if (/^(id|\w+Id)$/.test(name) && /post/.test(folder)) return 'publicId'
  if (/^(id|\w+Id)$/.test(name) && /comment/.test(folder)) return 'commentId'
  if (/^(id|\w+Id)$/.test(name) && /communit/.test(folder)) return 'communityId'
  return name
}

const pageQuery = fc.dictionary(
  fc.constantFrom('sort', 'page', 'next', 'q', 'filter', 'type', 'tab', 'from', 'to', 'draft', 'x'),
  fc.oneof(hostileText, fc.constantFrom('new', 'hot', 'top', 'day', 'posts', '1', '2')),
  { maxKeys: 3 },
)

/** Requests to one page. @param pattern with `:name` for each parameter. */
function pageRequest(pattern: string): fc.Arbitrary<PlannedRequest> {
  const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return fc.record({
    role,
    name: fc.constant(`page ${pattern}`),
    method: fc.constant('GET'),
    path: fc.constant(pattern.replace(/:(\w+)/g, '{$1}')),
    params: fc.record(
      Object.fromEntries(names.map((name) => [name, valueFor(name, { type: 'string' }, {})])),
    ),
    query: pageQuery,
    body: fc.constant(null),
    headers,
  })
}

/**
 * Short sequences of requests; each may refer to what earlier ones have created.
 *
 * @param document the description of the API.
 * @param pages patterns of pages; none where no pages are rendered.
 */
export function requestSequences(
  document: ApiDocument,
  pages: readonly string[],
): fc.Arbitrary<PlannedRequest[]> {
  const { schemas } = document.components
  const requests = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      apiRequest(path, method as ApiMethod, operation, schemas),
    ),
  )
  return fc.array(fc.oneof(...requests, ...pages.map(pageRequest)), { minLength: 1, maxLength: 4 })
}
