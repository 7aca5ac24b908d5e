import pg from 'pg'
import { urlsOfHosts } from './hosts.ts'

const probeMs = 2000

/** Of several hosts the one that is the primary. It is remembered until a connection to it fails, or it refuses to write. */
class PrimaryHost {
  readonly #urls: readonly string[]
  #found: string | null = null
  #search: Promise<string> | null = null

  constructor(urls: readonly string[]) {
    this.#urls = urls
  }

  /** @throws an error that counts as a database that is away (`isDatabaseDown`). */
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
      throw (error as AggregateError).errors[0]
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

/** As PostgreSQL says it when such a server is to write (`read_only_sql_transaction`). */
const readsOnly = () => Object.assign(new Error('This server is a replica.'), { code: '25006' })

const primaries = new Map<string, PrimaryHost>()

/** One for all connections of a process. */
function primaryOf(url: string, urls: readonly string[]): PrimaryHost {
  const known = primaries.get(url) ?? new PrimaryHost(urls)
  primaries.set(url, known)
  return known
}

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

/**
 * A connection to PostgreSQL. Where the URL names several hosts, it leads to the one that is the primary when it is opened: pg itself
 * knows one host only. As `target_session_attrs=read-write` of libpq, but the hosts are asked at the same time.
 */
export class DatabaseClient extends pg.Client {
  readonly #primary: PrimaryHost | null
  #url = ''
  readonly #startup: Record<string, string>

  /** @param config.startup parameters of the session besides those that pg knows, such as `TimeZone`. */
  constructor(config: pg.ClientConfig & { startup?: Record<string, string> } = {}) {
    const { connectionString = '' } = config
    const urls = urlsOfHosts(connectionString)
    super(urls.length > 1 ? { ...config, connectionString: urls[0] as string } : config)
    this.#startup = config.startup ?? {}
    this.#primary = urls.length > 1 ? primaryOf(connectionString, urls) : null
  }

  /** pg calls it for the first message to the server. */
  getStartupConf(): Record<string, unknown> {
    const { getStartupConf } = pg.Client.prototype as unknown as { getStartupConf(): Record<string, unknown> }
    return { ...getStartupConf.call(this), ...this.#startup }
  }

  /**
   * To be called when the server has refused a statement because it is a replica: the primary is looked for again. A pooler keeps connections
   * open while its server is stopped and comes back as a replica, so no error of a connection tells of that.
   */
  leadsToReplica(): void {
    this.#primary?.forget(this.#url)
  }

  override connect(): Promise<pg.Client>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.Client> | undefined {
    const connected = this.#primary ? this.#connectTo(this.#primary) : super.connect()
    if (!callback) return connected
    const told = callback as (error: Error | null, client?: pg.Client) => void
    connected.then(
      () => told(null, this),
      (error: Error) => told(error),
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
