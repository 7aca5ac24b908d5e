import type { Compilable, CompiledQuery, RawBuilder } from 'kysely'
import type { Db } from './connection.ts'

/** Stands for a value that is only known when the query runs. */
class Slot {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * A query that is built and compiled at its first use and afterwards only filled in: building one costs more
 * than sending it, which counts for what every request asks.
 *
 * @param build uses each of `values` as a parameter and must not look at it.
 * @returns runs the query and gives its rows.
 */
export function compileOnce<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row> | RawBuilder<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const slots = new Proxy({}, { get: (_target, name) => new Slot(name) }) as Values
  let compiled: CompiledQuery<Row> | null = null
  return async (db, values) => {
    compiled ??= compile(db, build(db, slots))
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Slot ? values[parameter.name as keyof Values] : parameter,
    )
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

const compile = <Row>(db: Db, query: Compilable<Row> | RawBuilder<Row>): CompiledQuery<Row> =>
  'isRawBuilder' in query ? query.compile(db) : query.compile()
