import type { Endpoint, ParamsOf, QueryOf, ReceivedBodyOf } from '../../../contract/endpoints/endpoint.ts'
import type { EndpointName, Endpoints, OutputOf } from '../../../contract/endpoints/index.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Config } from '../../config.ts'
import type { SharedParts } from '../../platform/cache/sharedParts.ts'
import type { SharedReads } from '../../platform/cache/sharedReads.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { Replicas } from '../../platform/database/replicas.ts'
import type { IpBlocks } from '../../platform/http/ipBlocks.ts'
import type { Overload } from '../../platform/http/overload.ts'
import type { RateLimiter } from '../../platform/http/rateLimits.ts'
import type { Secrets } from '../../platform/http/secrets.ts'
import type { TextParts } from '../../platform/http/textParts.ts'
import type { FileStore } from '../../platform/storage/store.ts'
import type { Valkey } from '../../platform/valkey/valkey.ts'
import type { Session } from '../sessions/session.ts'
import type { SessionParser } from '../sessions/sessionId.ts'
import type { Viewer } from '../sessions/viewer.ts'
import type { LiveSettings } from '../settings/live.ts'
import type { ViewAs } from './viewAs.ts'

/** What is read for everybody, and where it is kept. */
export interface SharedServices {
  readonly db: Db
  readonly reads: SharedReads
  readonly parts: SharedParts
}

/** What every ability may use. */
export interface Services extends SharedServices {
  /** What only a restart changes. */
  readonly config: Config
  /** What admins change while the site runs; see contract/siteSettings.ts. */
  readonly settings: SettingValues
  readonly liveSettings: LiveSettings
  readonly secrets: Secrets
  readonly files: FileStore
  readonly ipBlocks: IpBlocks
  readonly parseSession: SessionParser
  readonly limiter: RateLimiter
  readonly overload: Overload
  /** For what may be old; see `readMayBeOld`. */
  readonly replicas: Replicas
  /** For what may be lost. */
  readonly valkey: Valkey
}

type WhoAsks<E extends Endpoint> = E['who'] extends 'all' ? Viewer | null : Viewer
/** Texts as they stand in the URL; each ability parses them where their refusals have their turn. */
type QueryTexts<E extends Endpoint> =
  QueryOf<E> extends undefined ? undefined : { readonly [Name in keyof QueryOf<E>]?: string }

/** One call, checked against its contract: the parts of the request, who asks, and the services. */
export interface Call<E extends Endpoint> extends Services {
  readonly viewer: WhoAsks<E>
  readonly viewAs: ViewAs<WhoAsks<E>>
  readonly session: Session
  readonly ip: string
  readonly params: ParamsOf<E>
  readonly query: QueryTexts<E>
  readonly body: ReceivedBodyOf<E>
  /** The tags of the answers that the caller still has (`If-None-Match`). */
  readonly knownTags: readonly string[]
  /** Aborted when whoever sent a file has left; undefined for other calls. */
  readonly signal: AbortSignal | undefined
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

/** Gives the answer, or its JSON in parts of which some are shared. */
export type Handler<N extends EndpointName> = (
  call: Call<Endpoints[N]>,
) => Promise<OutputOf<N> | Tagged<OutputOf<N>> | TextParts>

/** An endpoint of the contract together with the ability behind it. */
export interface Route {
  readonly name: EndpointName
  readonly handler: (call: never) => Promise<unknown>
  readonly beforeBody?: BeforeBody | undefined
  /** Calls with the same key run one after the other, because they write to the same row; see `serializeByKey`. */
  readonly serializedBy?: ((params: Readonly<Record<string, string>>) => string) | undefined
  /**
   * Whether a replica may answer, which may be a few seconds behind in what others wrote. The call only reads and decides nothing.
   * `forGuests`: for members it writes something, such as a visit, or shows what may not be old.
   */
  readonly mayBeOld?: 'forGuests' | 'forAll' | undefined
}

/** Checks that come before the body is read. @throws Refused. */
export type BeforeBody = (call: Services & { readonly viewer: Viewer | null }) => Promise<void>

/** Binds an endpoint of the contract to its handler, which is a line or two. */
export const route = <N extends EndpointName>(
  name: N,
  handler: Handler<N>,
  rules: Pick<Route, 'beforeBody' | 'serializedBy' | 'mayBeOld'> = {},
): Route => ({ name, handler, ...rules })

/** Whether a text from outside is one of the words that `choices` knows, and not of those every object has. */
export const isKeyOf = <T extends object>(choices: T, word: string): word is keyof T & string =>
  Object.hasOwn(choices, word)
