import { CompiledQuery, type SelectQueryBuilder } from 'kysely'
import type { Db } from './connection.ts'

/** A placeholder for the parameter while a statement is built; no real value equals it. */
const placeholder = '{the parameter}'

/**
 * A statement of the query builder with one parameter, built once, because building a large one takes longer than running it.
 *
 * @param build returns the statement. It must depend on the parameter only, and use it only as a value.
 */
export function compiledOnce<Row>(
  build: (db: Db, parameter: string) => SelectQueryBuilder<never, never, Row>,
): (db: Db, parameter: string) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, parameter) => {
    compiled ??= (build as (db: Db, parameter: string) => { compile(): CompiledQuery<Row> })(
      db,
      placeholder,
    ).compile()
    const parameters = compiled.parameters.map((value) => (value === placeholder ? parameter : value))
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(compiled.sql, parameters))
    return rows
  }
}
