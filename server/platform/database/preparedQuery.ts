import pg from 'pg'

/** What pg has besides its types. */
interface Connection {
  describe(what: unknown): void
}
interface Columns {
  fields: unknown
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}
interface Internals {
  prepare(connection: Connection): void
  handleCommandComplete(message: unknown, connection: Connection): void
}
const { prepare, handleCommandComplete } = pg.Query.prototype as unknown as Internals

type Callback = (error: Error | null, result: pg.QueryResult) => void

/** The columns of the prepared statements of one connection, as results of pg have them, by the name of the statement. */
class KnownColumns {
  readonly #columns = new Map<string, Columns>()
  #isKnown = false

  constructor(connection: Connection) {
    const { describe } = connection
    connection.describe = (what) => {
      if (!this.#isKnown) describe.call(connection, what)
    }
  }

  of(name: string): Columns | undefined {
    return this.#columns.get(name)
  }

  note(name: string, { fields, _parsers, _prebuiltEmptyResultObject }: Columns): void {
    this.#columns.set(name, { fields, _parsers, _prebuiltEmptyResultObject })
  }

  /** Does not ask PostgreSQL to describe columns during `work`. */
  withoutDescribing(work: () => void): void {
    this.#isKnown = true
    try {
      work()
    } finally {
      this.#isKnown = false
    }
  }
}

const knownColumns = new WeakMap<Connection, KnownColumns>()

function knownColumnsOf(connection: Connection): KnownColumns {
  let known = knownColumns.get(connection)
  if (!known) {
    known = new KnownColumns(connection)
    knownColumns.set(connection, known)
  }
  return known
}

/** One execution of a prepared statement. pg calls its methods. */
class PreparedQuery extends pg.Query {
  declare readonly name: string
  declare readonly _result: Columns
  declare _accumulateRows: boolean
  #isDescribed = false

  constructor(query: pg.QueryConfig, callback: Callback) {
    super({ callback, ...query } as pg.QueryConfig)
  }

  prepare(connection: Connection): void {
    const known = knownColumnsOf(connection)
    const columns = known.of(this.name)
    if (!columns) {
      prepare.call(this, connection)
      return
    }
    this.#isDescribed = true
    this._accumulateRows = true
    this._result.fields = columns.fields
    this._result._parsers = columns._parsers
    this._result._prebuiltEmptyResultObject = columns._prebuiltEmptyResultObject
    known.withoutDescribing(() => prepare.call(this, connection))
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    if (!this.#isDescribed) knownColumnsOf(connection).note(this.name, this._result)
    handleCommandComplete.call(this, message, connection)
  }
}

const settings = new Set(['name', 'text', 'values'])

/** Whether this is a prepared statement without other settings, such as the mode of its rows. */
const isPlain = (query: unknown): query is pg.QueryConfig =>
  typeof query === 'object' &&
  query !== null &&
  'name' in query &&
  Boolean(query.name) &&
  Object.keys(query).every((setting) => settings.has(setting))

/**
 * PostgreSQL describes the columns of a prepared statement only the first time on each connection, and their parsers are kept. They stay
 * right, because PostgreSQL refuses to execute a statement whose columns have changed.
 *
 * @param query the function of a `pg.Client`.
 * @returns the same function with this difference.
 */
export function describingOnce(query: pg.Client['query']): pg.Client['query'] {
  const send = query as (...given: unknown[]) => unknown
  const run = async (prepared: pg.QueryConfig): Promise<pg.QueryResult> => {
    try {
      return await new Promise((resolve, reject) => {
        send(new PreparedQuery(prepared, (error, result) => (error ? reject(error) : resolve(result))))
      })
    } catch (error) {
      // As pg does: the stack leads here, and not to the socket.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }
  return ((...given: unknown[]) =>
    given.length === 1 && isPlain(given[0]) ? run(given[0]) : send(...given)) as pg.Client['query']
}
