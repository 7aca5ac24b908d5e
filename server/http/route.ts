import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '../../contract/endpoints/endpoint.ts'
import type { EndpointName, Endpoints, OutputOf } from '../../contract/endpoints/index.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/connection.ts'
import type { FileStore } from '../storage/store.ts'
import type { IpBlocks } from './ipBlocks.ts'
import type { RateLimiter } from './rateLimits.ts'
import type { Secrets } from './secrets.ts'
import type { Session } from './session.ts'
import type { SessionReader } from './sessionId.ts'
import type { ShortCache } from './shortCache.ts'
import type { Viewer } from './viewer.ts'

/** What every ability may use. */
export interface Services {
  readonly db: Db
  readonly config: Config
  readonly secrets: Secrets
  readonly files: FileStore
  readonly ipBlocks: IpBlocks
  readonly readSession: SessionReader
  readonly limiter: RateLimiter
  readonly shared: ShortCache
}

type WhoAsks<E extends Endpoint> = E['who'] extends 'all' ? Viewer | null : Viewer
type QueryInput<E extends Endpoint> = QueryOf<E> extends undefined ? undefined : QueryOf<E>

/** One call, checked against its contract: the parts of the request, who asks, and the services. */
export interface Call<E extends Endpoint> extends Services {
  readonly viewer: WhoAsks<E>
  readonly session: Session
  readonly ip: string
  readonly params: ParamsOf<E>
  readonly query: QueryInput<E>
  readonly body: BodyOf<E>
  /** The tags of the answers that the caller still has (`If-None-Match`). */
  readonly knownTags: readonly string[]
  /** The path of the file that was sent, for as long as the call lasts; null when there came none. */
  readonly upload: E extends { readonly upload: true } ? string | null : undefined
}

/** An answer under a tag that is another one whenever the answer is; none where the caller has it already. */
export class Tagged<T> {
  readonly tag: string
  readonly answer: T | undefined

  constructor(tag: string, answer?: T) {
    this.tag = tag
    this.answer = answer
  }
}

export type Handler<N extends EndpointName> = (
  call: Call<Endpoints[N]>,
) => Promise<OutputOf<N> | Tagged<OutputOf<N>>>

/** An endpoint of the contract together with the ability behind it. */
export interface Route {
  readonly name: EndpointName
  readonly handler: (call: never) => Promise<unknown>
}

/** Binds an endpoint of the contract to its handler, which is a line or two. */
export const route = <N extends EndpointName>(name: N, handler: Handler<N>): Route => ({ name, handler })

/** Whether a text from outside is one of the words that `choices` knows, and not of those every object has. */
export const isKeyOf = <T extends object>(choices: T, word: string): word is keyof T & string =>
  Object.hasOwn(choices, word)
