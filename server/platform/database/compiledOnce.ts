import { CompiledQuery, type SelectQueryBuilder } from 'kysely'
import type { Db } from './connection.ts'

type Parameter = string | null | readonly (string | null)[]

/** Stands for a parameter while a statement is built; no real value equals it. */
const placeholder = (index: number) => `{parameter ${index}}`

/**
 * A statement of the query builder with parameters, built once, because building a large one takes longer than running it.
 *
 * @param build returns the statement. It must depend on the parameters only, and use them only as values.
 */
export function compiledOnce<Parameters extends readonly Parameter[], Row>(
  build: (db: Db, ...parameters: Parameters) => SelectQueryBuilder<never, never, Row>,
): (db: Db, ...values: Parameters) => Promise<Row[]> {
  let statement: { sql: string; parameters: readonly unknown[] } | undefined
  return async (db, ...values) => {
    const placeholders = values.map((_value, index) => placeholder(index)) as unknown as Parameters
    statement ??= (build(db, ...placeholders) as { compile(): CompiledQuery }).compile()
    const known = new Map<unknown, Parameter>(values.map((value, index) => [placeholder(index), value]))
    const parameters = statement.parameters.map((value) => (known.has(value) ? known.get(value) : value))
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(statement.sql, parameters))
    return rows
  }
}

/**
 * Statements that differ in more than values, each built when it is first needed and kept.
 *
 * @param make returns the statement for its arguments, of which there must be few combinations.
 */
export function compiledForEach<Arguments extends readonly (string | number)[], Statement>(
  make: (...given: Arguments) => Statement,
): (...given: Arguments) => Statement {
  const made = new Map<string, Statement>()
  return (...given) => {
    const key = given.join(' ')
    const statement = made.get(key) ?? make(...given)
    made.set(key, statement)
    return statement
  }
}
