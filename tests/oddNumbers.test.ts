import type { AddressInfo } from 'node:net'
import type { TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '../contract/endpoints/endpoint.ts'
import { type EndpointName, endpoints } from '../contract/endpoints/index.ts'
import type { Person } from './apiExamples/person.ts'
import { type Parts, Recorder, sendCall } from './apiExamples/recorder.ts'
import { tellStory } from './apiExamples/story.ts'
import { startElsewhere } from './support/elsewhere.ts'
import { startForum } from './support/forum.ts'
import { oddCursors, oddNumbers } from './support/oddNumbers.ts'

const oddJsonNumbers = [1e15, 2 ** 53, 1e18, 1e21, 1e308, -1, -(2 ** 63), 1.5]

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCursor = (name: string) => ['next', 'since', 'before', 'after'].includes(name)
const isNumber = (name: string, schema: TSchema) =>
  'idKind' in schema || 'idKindIn' in schema || /id$/i.test(name) || typesOf(schema).includes('integer')
const typesOf = (schema: TSchema): string[] => [(schema as { type?: string | string[] }).type ?? []].flat()

const fieldsOf = (schema: TSchema | undefined): [string, TSchema][] =>
  Object.entries((schema as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {})

/** A value of a body, once with each odd number in each place where its schema has a number or an id. */
function withOddNumbers(name: string, schema: TSchema, value: unknown): unknown[] {
  const { items } = schema as { items?: TSchema }
  if (items) {
    const [first, ...rest]: unknown[] = Array.isArray(value) ? value : []
    return withOddNumbers(name.replace(/s$/, ''), items, first).map((odd) => [odd, ...rest])
  }
  if (fieldsOf(schema).length > 0)
    return fieldsOf(schema).flatMap(([field, one]) => {
      const fields = isFields(value) ? value : {}
      if (!(field in fields)) return []
      return withOddNumbers(field, one, fields[field]).map((odd) => ({ ...fields, [field]: odd }))
    })
  if (!isNumber(name, schema)) return []
  return typesOf(schema).includes('string') ? [...oddNumbers] : [...oddJsonNumbers, ...oddNumbers.slice(0, 2)]
}

/** Comments are found by their id alone, whatever is in place of their post. */
const isIgnored = ({ path }: Endpoint, name: string) =>
  path.endsWith('/comments/:commentId') && name === 'publicId'

/** The calls like a given one that have one odd number each. */
function oddCalls(endpoint: Endpoint, given: Parts): Parts[] {
  const { params = {}, query = {}, body } = given
  return [
    ...fieldsOf(endpoint.params).flatMap(([name, schema]) =>
      isNumber(name, schema) && !isIgnored(endpoint, name)
        ? oddNumbers.map((odd) => ({ ...given, params: { ...params, [name]: odd } }))
        : [],
    ),
    ...fieldsOf(endpoint.query).flatMap(([name, schema]) => {
      const odds = isCursor(name) ? oddCursors : isNumber(name, schema) ? oddNumbers : []
      return odds.map((odd) => ({ ...given, query: { ...query, [name]: odd } }))
    }),
    ...(endpoint.body && isFields(body)
      ? withOddNumbers('', endpoint.body, body).map((odd) => ({ ...given, body: odd }))
      : []),
  ]
}

const beyondBigint = ['9'.repeat(20), `3${'9'.repeat(23)}`]

/** Values for all fields of a schema, also for those that the story never sends: this id or number, each word of a choice, else a text. */
function madeUp(name: string, schema: TSchema, odd: string): unknown[] {
  const { items, choices } = schema as { items?: TSchema; choices?: readonly string[] }
  const types = typesOf(schema)
  if (items) return madeUp(name.replace(/s$/, ''), items, odd).map((one) => [one])
  if (fieldsOf(schema).length > 0)
    return fieldsOf(schema).reduce<Fields[]>(
      (made, [field, one]) =>
        made.flatMap((fields) => madeUp(field, one, odd).map((value) => ({ ...fields, [field]: value }))),
      [{}],
    )
  if (choices) return [...choices]
  if (types.includes('boolean')) return [true]
  if (isNumber(name, schema)) return [types.includes('string') ? odd : Number(odd)]
  return ['x']
}

/** The calls like a given one whose bodies have numbers beyond bigint in all places at once. With an action in the query, some ignore them. */
function madeUpCalls(
  { body }: Endpoint,
  { query: { action: _action, ...query } = {}, ...given }: Parts,
): Parts[] {
  const hasNumbers = body && withOddNumbers('', body, madeUp('', body, '1')[0]).length > 0
  if (!hasNumbers) return []
  return beyondBigint.flatMap((odd) => madeUp('', body, odd).map((made) => ({ ...given, query, body: made })))
}

/** Calls that answer 200 because what they ask for holds afterwards, or that say in their answer that nothing was done. */
const harmless: ReadonlySet<EndpointName> = new Set([
  'unmuteUser',
  'unmuteCommunity',
  'unhidePost',
  'visitCommunity',
  'decideQueueItems',
  'lookAtQueueItem',
  'changeMemberships',
  'changeJobs',
  'removeItems',
  'removeItemsById',
])

/** Tells the story of the API with odd calls before each of its calls. @param step of so many odd calls, one is made. */
async function tellOddStory(step: number): Promise<string[]> {
  const elsewhere = await startElsewhere((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Elsewhere</title>'),
  )
  const forum = await startForum({
    SITE_URL: 'https://forum.example',
    SMTP_URL: 'smtp://127.0.0.1:25',
    MAIL_FROM: 'forum@forum.example',
    LINK_PORTS: `80, 443, ${elsewhere.port}`,
    LINK_ALLOWED_NETWORKS: '127.0.0.2/32',
  })
  const wrong: string[] = []
  const tried = new Set<string>()
  let made = 0
  const send = async (who: Person, name: EndpointName, odd: Parts) => {
    const { method, address, status, body } = await sendCall(who, name, odd)
    const isDone = method !== 'GET' && status < 300 && !('next' in (odd.query ?? {}))
    if (status >= 500 || (isDone && !harmless.has(name)))
      wrong.push(`${method} ${address} ${JSON.stringify(odd.body)}: ${status} ${body.slice(0, 200)}`)
  }
  // Some fields do nothing where the rest is right, so bodies that are made up come once the call of the story is done.
  let sendMadeUp = async () => {}
  const makeOddCalls = async (who: Person, name: EndpointName, given: Parts) => {
    await sendMadeUp()
    sendMadeUp = async () => {}
    const shape = JSON.stringify([name, Object.keys(given.query ?? {}), Object.keys(given.body ?? {})])
    if (tried.has(shape)) return
    tried.add(shape)
    for (const odd of oddCalls(endpoints[name], given)) {
      made += 1
      if (made % step === 0) await send(who, name, odd)
    }
    sendMadeUp = async () => {
      for (const odd of madeUpCalls(endpoints[name], given)) await send(who, name, odd)
    }
  }
  try {
    await forum.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = forum.app.server.address() as AddressInfo
    const setup = { forum, origin: `http://127.0.0.1:${port}`, elsewhere: elsewhere.origin }
    await tellStory(setup, new Recorder(makeOddCalls))
    return wrong
  } finally {
    await forum.close()
    await elsewhere.close()
  }
}

describe('no id, number or cursor makes a call of the API fail, or do something', () => {
  const timeout = 300_000
  it('one of seven', { timeout }, async () => expect(await tellOddStory(7)).toEqual([]))
  it('each', { tags: ['long'], timeout }, async () => expect(await tellOddStory(1)).toEqual([]))
})
