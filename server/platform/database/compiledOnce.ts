import { CompiledQuery, type SelectQueryBuilder } from 'kysely'
import type { Db } from './connection.ts'

/** Stands for the parameter while a statement is put together; no value of a statement of ours is like it. */
const placeholder = '{the parameter}'

/**
 * A statement of the query builder with one parameter, put together once: for large ones that takes longer than to run them.
 *
 * @param build gives the statement. It must depend on nothing but the parameter, and use that as a value only.
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
