import type { Endpoint, ParamsOf, QueryOf, ReceivedBodyOf } from '../../../contract/endpoints/endpoint.ts'
import type { EndpointName, Endpoints, OutputOf } from '../../../contract/endpoints/index.ts'
import type { Language } from '../../../contract/languages.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Config } from '../../config.ts'
import type { Items } from '../../platform/cache/items.ts'
import type { Orders } from '../../platform/cache/orders.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { Replicas } from '../../platform/database/replicas.ts'
import type { IpBlocks } from '../../platform/http/ipBlocks.ts'
import type { Json } from '../../platform/http/json.ts'
import type { Overload } from '../../platform/http/overload.ts'
import type { RateLimiter } from '../../platform/http/rateLimits.ts'
import type { Secrets } from '../../platform/http/secrets.ts'
import type { FileStore } from '../../platform/storage/store.ts'
import type { Valkey } from '../../platform/valkey/connection.ts'
import type { Automation } from '../automation/live.ts'
import type { Session } from '../sessions/session.ts'
import type { SessionParser } from '../sessions/sessionId.ts'
import type { Viewer } from '../sessions/viewer.ts'
import type { LiveSettings } from '../settings/live.ts'
import type { Visits } from '../visits/visits.ts'
import type { ViewAs } from './viewAs.ts'

/** Caches of what is the same for everyone. */
export interface SharedServices {
  readonly db: Db
  readonly orders: Orders
  readonly items: Items
}

/** The services that every ability may use. */
export interface Services extends SharedServices {
  /** Configuration that only changes with a restart. */
  readonly config: Config
  /** Settings that admins change while the site runs; see contract/siteSettings.ts. */
  readonly settings: SettingValues
  readonly liveSettings: LiveSettings
  readonly secrets: Secrets
  readonly files: FileStore
  readonly ipBlocks: IpBlocks
  /** The automatic rules. */
  readonly automation: Automation
  readonly parseSession: SessionParser
  readonly limiter: RateLimiter
  /** Members' visits of posts, some of which are not stored yet. */
  readonly visits: Visits
  readonly overload: Overload
  /** Replicas, for reads that accept old data; see `readFromReplica`. */
  readonly replicas: Replicas
  /** A store for data that may be lost. */
  readonly valkey: Valkey
}

type WhoAsks<E extends Endpoint> = E['who'] extends 'all' ? Viewer | null : Viewer
/** Unparsed strings; each ability parses them at the point where their refusals are promised. */
type QueryTexts<E extends Endpoint> =
  QueryOf<E> extends undefined ? undefined : { readonly [Name in keyof QueryOf<E>]?: string }

/** One validated call: the parts of the request, its viewer, and the services. */
export interface Call<E extends Endpoint> extends Services {
  readonly viewer: WhoAsks<E>
  readonly viewAs: ViewAs<WhoAsks<E>>
  readonly session: Session
  readonly ip: string
  /** The language in which they read pages. For calls of members: answers to guests are kept for all languages. */
  readonly language: Language
  readonly params: ParamsOf<E>
  readonly query: QueryTexts<E>
  readonly body: ReceivedBodyOf<E>
  /** The tags of answers that the client has cached (`If-None-Match`). */
  readonly knownTags: readonly string[]
  /** Aborted when the client of an upload leaves; undefined for other calls. */
  readonly signal: AbortSignal | undefined
  /** The temporary path of the uploaded file during the call; null if there is none. */
  readonly upload: E extends { readonly upload: true } ? string | null : undefined
}

/** An answer with a tag that changes whenever the answer does; without a body if the client has it already. */
export class Tagged<T> {
  readonly tag: string
  readonly answer: T | Json<T> | undefined

  constructor(tag: string, answer?: T | Json<T>) {
    this.tag = tag
    this.answer = answer
  }
}

/** An answer that has permanently moved to the same path with another `publicId`: over HTTP, a redirect. */
export class Moved<T> {
  readonly publicId: string
  readonly answer: Json<T>

  constructor(publicId: string, answer: Json<T>) {
    this.publicId = publicId
    this.answer = answer
  }
}

/** Returns the answer, or its JSON. */
export type Handler<N extends EndpointName> = (
  call: Call<Endpoints[N]>,
) => Promise<OutputOf<N> | Tagged<OutputOf<N>> | Moved<OutputOf<N>> | Json<OutputOf<N>>>

/** An endpoint of the contract together with the ability behind it. */
export interface Route {
  readonly name: EndpointName
  readonly handler: (call: never) => Promise<unknown>
  readonly beforeBody?: BeforeBody | undefined
  /** Calls with an idempotency key and the same text write to the same row, so they are performed one after the other. */
  readonly keyed?: ((params: Readonly<Record<string, string>>) => string) | undefined
  /**
   * Whether a replica may answer, which may be a few seconds behind. The call must only read, and its answer must not decide anything.
   * `forGuests`: not for members, because the call then needs current data.
   */
  readonly fromReplica?: 'forGuests' | 'forAll' | undefined
}

/** Checks that come before the body is read. @throws Refused. */
export type BeforeBody = (call: Services & { readonly viewer: Viewer | null }) => Promise<void>

/** Binds an endpoint of the contract to its handler, which is a line or two. */
export const route = <N extends EndpointName>(
  name: N,
  handler: Handler<N>,
  rules: Pick<Route, 'beforeBody' | 'keyed' | 'fromReplica'> = {},
): Route => ({ name, handler, ...rules })
