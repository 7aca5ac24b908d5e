import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { customPlan, type Db } from './connection.ts'
import { nameStatement } from './statementNames.ts'

/** A statement of a `.sql` file. `npm run database-types` makes these from the files. */
export interface Statement<Parameters extends object, Row> {
  /** The name of the prepared statement. */
  readonly name: string
  /** With `$1` and so on for the parameters, and `${name}` for each literal. */
  readonly text: string
  readonly parameters: readonly (keyof Parameters & string)[]
  /** Parameters that become literals in the text, because the plan depends on them. */
  readonly literals: readonly (keyof Parameters & string)[]
  /** Only for the type of the rows. */
  readonly row?: Row
}

/**
 * A variant of a statement that a replica can execute, without the part that writes or reads an unlogged table. PostgreSQL
 * refuses the whole statement otherwise, even if that part would do nothing.
 *
 * @throws if the statement does not contain the part.
 */
export function forReplica<Parameters extends object, Row>(
  statement: Statement<Parameters, Row>,
  part: RegExp,
  instead: string,
): Statement<Parameters, Row> {
  const text = statement.text.replace(part, instead)
  if (text === statement.text) throw new Error(`${statement.name} has no such part.`)
  return { ...statement, name: `${statement.name}OfReplica`, text }
}

/** Runs a statement. */
export async function queryRows<Parameters extends object, Row>(
  db: Db,
  statement: Statement<Parameters, Row>,
  parameters: Parameters,
): Promise<Row[]> {
  const values = statement.parameters.map((name) => parameters[name])
  const { rows } = await db.executeQuery<Row>({ ...compiled(statement, parameters), parameters: values })
  return rows
}

/** Runs a statement that returns at most one row. */
export async function queryRow<Parameters extends object, Row>(
  db: Db,
  statement: Statement<Parameters, Row>,
  parameters: Parameters,
): Promise<Row | undefined> {
  return (await queryRows(db, statement, parameters))[0]
}

/** Like `queryRow`, on a connection outside a pool. The statement must have no literals. */
export async function queryRowOn<Parameters extends object, Row extends object>(
  client: pg.Client,
  { name, text, parameters: names }: Statement<Parameters, Row>,
  parameters: Parameters,
): Promise<Row | undefined> {
  const { rows } = await client.query<Row>({ name, text, values: names.map((each) => parameters[each]) })
  return rows[0]
}

/** How many variants of one statement are kept. Further ones are built and planned at each call, so no request can use up all names. */
const maxVariants = 100
const compiledVariants = new Map<string, CompiledQuery>()
const variantCounts = new Map<string, number>()

/** The statement with its literals, cached for each combination of their values. */
function compiled<Parameters extends object>(
  { name, text, literals }: Statement<Parameters, unknown>,
  parameters: Parameters,
): CompiledQuery {
  const values = new Map(literals.map((literal) => [`\${${literal}}`, literalText(parameters[literal])]))
  const variant = [name, ...values.values()].join(' ')
  const known = compiledVariants.get(variant)
  if (known) return known
  const sql = text.replace(/\$\{\w+\}/g, (literal) => values.get(literal) ?? '')
  const count = variantCounts.get(name) ?? 0
  if (count === maxVariants) return CompiledQuery.raw(`${sql} ${customPlan}`)
  const made = CompiledQuery.raw(sql)
  // PostgreSQL cuts names after 63 characters, so the values are not part of the name.
  nameStatement(sql, literals.length === 0 ? name : `${name} ${count}`)
  compiledVariants.set(variant, made)
  variantCounts.set(name, count + 1)
  return made
}

function literalText(value: unknown): string {
  if (typeof value === 'boolean' || Number.isInteger(value)) return String(value)
  if (typeof value === 'string' && /^\w+$/.test(value)) return `'${value}'`
  throw new Error(`${JSON.stringify(value)} cannot be written into a statement.`)
}
