import type { ApiExample } from '../../contract/apiDocument.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '../../contract/endpoints/endpoint.ts'
import {
  type EndpointName,
  type Endpoints,
  endpoints,
  type OutputOf,
} from '../../contract/endpoints/index.ts'
import { formWith } from '../support/form.ts'
import type { Person } from './person.ts'

/** The input of a call; body fields with a default are optional. */
type Given<E extends Endpoint> = (ParamsOf<E> extends undefined ? unknown : { params: ParamsOf<E> }) &
  (QueryOf<E> extends undefined ? unknown : { query?: QueryOf<E> }) &
  (BodyOf<E> extends undefined ? unknown : { body?: Partial<BodyOf<E>> }) &
  (E extends { readonly upload: true } ? { file: Buffer } : unknown)

/** The input of a call of the story. */
export interface Parts {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: unknown
  readonly file?: Buffer
}

export type BeforeCall = (who: Person, name: EndpointName, given: Parts) => Promise<void>

/** Sends one call, whatever its values. */
export async function sendCall(
  who: Person,
  name: EndpointName,
  { params = {}, query = {}, body, file }: Parts,
): Promise<{ method: string; address: string; status: number; body: string }> {
  const { method, path }: Endpoint = endpoints[name]
  const filled = path.replace(/:(\w+)/g, (_whole, key: string) => encodeURIComponent(params[key] ?? ''))
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]) => [key, String(value)]),
  ).toString()
  const address = search ? `${filled}?${search}` : filled
  const form = file && (await formWith(file))
  const sent = form ? form.payload : body === undefined ? undefined : JSON.stringify(body)
  const answer = await who.send({
    method,
    address,
    // The default that curl sends for a body given with -d.
    headers: form ? form.headers : sent ? { 'content-type': 'application/x-www-form-urlencoded' } : {},
    ...(sent !== undefined && { body: sent }),
  })
  return { method, address, status: answer.status, body: answer.body }
}

/** Makes calls and records the requests and answers. */
export class Recorder {
  readonly examples: Record<string, ApiExample[]> = {}
  readonly #before: BeforeCall | undefined

  /** @param before runs before each call of the story, which waits for it. */
  constructor(before?: BeforeCall) {
    this.#before = before
  }

  /**
   * Makes a call that succeeds.
   *
   * @param title what the example shows, in a few words.
   * @returns the answer; null for an empty body.
   */
  async call<N extends EndpointName>(
    who: Person,
    name: N,
    title: string,
    given: Given<Endpoints[N]>,
  ): Promise<OutputOf<N>> {
    const endpoint: Endpoint = endpoints[name]
    return (await this.#make(who, name, title, given as Parts, endpoint.successStatus ?? 200)) as OutputOf<N>
  }

  /** Makes a call that is refused with this status. */
  async refused<N extends EndpointName>(
    who: Person,
    name: N,
    title: string,
    given: Given<Endpoints[N]>,
    status: number,
  ): Promise<void> {
    await this.#make(who, name, title, given as Parts, status)
  }

  /** Requests a URL that is not a call of the contract. @param until stops reading after this text. */
  async other(who: Person, name: string, title: string, address: string, until?: string): Promise<void> {
    const { status, body } = await who.send({ method: 'GET', address, ...(until && { until }) })
    if (status !== 200) throw new Error(`${name}: ${status} ${body}`)
    this.#keep(name, { title, as: who.name, method: 'GET', address, status, ...(until && { answer: body }) })
  }

  async #make(
    who: Person,
    name: EndpointName,
    title: string,
    given: Parts,
    expected: number,
  ): Promise<unknown> {
    await this.#before?.(who, name, given)
    const { body, file } = given
    const { method, address, status, body: answered } = await sendCall(who, name, given)
    if (status !== expected) throw new Error(`${method} ${address} (${title}): ${status} ${answered}`)
    const answer = answered === '' ? undefined : JSON.parse(answered)
    this.#keep(name, {
      title,
      as: who.name,
      method,
      address,
      ...(body !== undefined && { body }),
      ...(file && { file: 'picture.jpg' }),
      status,
      ...(answer !== undefined && { answer }),
    })
    return answer ?? null
  }

  #keep(name: string, example: ApiExample): void {
    this.examples[name] = [...(this.examples[name] ?? []), example]
  }
}
