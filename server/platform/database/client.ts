import pg from 'pg'
import { urlsOfHosts } from './hosts.ts'

const probeMs = 2000

/** The host that is the primary. It is remembered until a connection to it fails or it refuses to write. */
class PrimaryHost {
  readonly #urls: readonly string[]
  #found: string | null = null
  #search: Promise<string> | null = null

  constructor(urls: readonly string[]) {
    this.#urls = urls
  }

  /** @throws an error for which `isDatabaseDown` is true. */
  async find(): Promise<string> {
    if (this.#found) return this.#found
    this.#search ??= this.#searchAll()
    return this.#search
  }

  forget(url: string): void {
    if (this.#found === url) this.#found = null
  }

  async #searchAll(): Promise<string> {
    try {
      this.#found = await Promise.any(this.#urls.map(writable))
      return this.#found
    } catch (error) {
      throw error instanceof AggregateError ? error.errors[0] : error
    } finally {
      this.#search = null
    }
  }
}

/** @returns the URL when its server may write. */
async function writable(connectionString: string): Promise<string> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
  })
  // The pending query rejects with the same error.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('select pg_is_in_recovery() as reads_only')
    if (rows[0].reads_only) throw readsOnly()
    return connectionString
  } finally {
    await client.end().catch(() => {})
  }
}

/** The error of PostgreSQL when a replica should write (`read_only_sql_transaction`). */
const readsOnly = () => Object.assign(new Error('This server is a replica.'), { code: '25006' })

const primaries = new Map<string, PrimaryHost>()

/** Shared by all connections of a process. */
function primaryOf(url: string, urls: readonly string[]): PrimaryHost {
  const known = primaries.get(url) ?? new PrimaryHost(urls)
  primaries.set(url, known)
  return known
}

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

/**
 * A connection to PostgreSQL. If the URL names several hosts, it connects to the current primary, like
 * `target_session_attrs=read-write` of libpq, but checks the hosts concurrently. pg itself supports one host only.
 */
export class DatabaseClient extends pg.Client {
  readonly #primary: PrimaryHost | null
  #url = ''
  readonly #startup: Record<string, string>

  /** @param config.startup parameters of the session besides those that pg knows, such as `TimeZone`. */
  constructor(config: pg.ClientConfig & { startup?: Record<string, string> } = {}) {
    const { connectionString = '' } = config
    const urls = urlsOfHosts(connectionString)
    super(urls.length > 1 ? { ...config, connectionString: urls[0] } : config)
    this.#startup = config.startup ?? {}
    this.#primary = urls.length > 1 ? primaryOf(connectionString, urls) : null
  }

  /** pg calls it for the first message to the server. */
  getStartupConf(): Record<string, unknown> {
    const { getStartupConf } = pg.Client.prototype as unknown as { getStartupConf(): Record<string, unknown> }
    return { ...getStartupConf.call(this), ...this.#startup }
  }

  /**
   * Call it when the server has refused a statement because it is a replica, to search for the primary again. Behind a pooler,
   * connections stay open when a server becomes a replica, so there is no connection error.
   */
  leadsToReplica(): void {
    this.#primary?.forget(this.#url)
  }

  override connect(): Promise<pg.Client>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.Client> | undefined {
    const connected = this.#primary ? this.#connectTo(this.#primary) : super.connect()
    if (!callback) return connected
    const done = callback as (error: Error | null, client?: pg.Client) => void
    connected.then(
      () => done(null, this),
      (error: Error) => done(error),
    )
    return undefined
  }

  async #connectTo(primary: PrimaryHost): Promise<pg.Client> {
    const url = await primary.find()
    this.#url = url
    const { host, port } = new pg.Client(url)
    Object.assign(this, { host, port })
    try {
      await super.connect()
    } catch (error) {
      primary.forget(url)
      throw error
    }
    this.once('error', () => primary.forget(url))
    return this
  }
}
