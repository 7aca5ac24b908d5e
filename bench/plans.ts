import pg from 'pg'
import { customPlan } from '../server/platform/database/connection.ts'
import { type HotPath, hotPaths, type Statement } from './hotQueries.ts'
import type { ScratchForum } from './scratchForum.ts'

const runs = 7

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly PlanNode[]
}

/** What the execution of one statement cost. */
export interface Cost {
  readonly path: string
  /** Rows scanned, by table. */
  readonly read: ReadonlyMap<string, number>
  /** Scanned rows that a filter removed. */
  readonly discarded: number
  readonly returned: number
  /** Pages of 8 kB, from the cache or from disk. */
  readonly buffers: number
  /** The fastest of some runs, because slower ones measure the load of the machine. */
  readonly milliseconds: number
  /** Tables with a sequential scan. */
  readonly wholeTables: readonly string[]
  /** The text output of EXPLAIN. */
  readonly plan: string
}

/** Runs EXPLAIN ANALYZE for every statement of every hot path: prepared as by the server, with its final plan. */
export async function explainHotPaths(forum: ScratchForum): Promise<Cost[]> {
  const paths = await hotPaths(forum)
  const client = new pg.Client(forum.database.connection)
  await client.connect()
  try {
    const costs: Cost[] = []
    for (const path of paths)
      for (const [index, statement] of path.statements.entries())
        costs.push(await explain(client, nameOf(path, index), statement))
    return costs
  } finally {
    await client.end()
  }
}

const nameOf = ({ name, statements }: HotPath, index: number) =>
  statements.length === 1 ? name : `${name}, statement ${index + 1} of ${statements.length}`

async function explain(client: pg.Client, path: string, { text, parameters }: Statement): Promise<Cost> {
  const values = parameters.length === 0 ? '' : `(${parameters.map(literalOf).join(', ')})`
  await client.query('deallocate all')
  await client.query(
    `set plan_cache_mode = ${text.includes(customPlan) ? 'force_custom_plan' : 'force_generic_plan'}`,
  )
  await client.query(`prepare hot as ${text}`)
  const explained = async (format: 'json' | 'text'): Promise<Output[]> => {
    await client.query('begin')
    const { rows } = await client.query(`explain (analyze, buffers, format ${format}) execute hot${values}`)
    await client.query('rollback')
    return rows.map((row) => row['QUERY PLAN'])
  }
  let [fastestMs, output] = [Number.POSITIVE_INFINITY, await explained('json')]
  for (let run = 2; run <= runs; run += 1) {
    output = await explained('json')
    fastestMs = Math.min(fastestMs, parseOutput(output)['Execution Time'])
  }
  const { Plan: root } = parseOutput(output)
  const nodes = nodesOf(root)
  return {
    path,
    read: rowsReadByTable(nodes),
    discarded: Math.round(nodes.filter(readsTable).reduce((sum, node) => sum + rowsDiscarded(node), 0)),
    returned: root['Actual Rows'] * root['Actual Loops'],
    buffers: root['Shared Hit Blocks'] + root['Shared Read Blocks'],
    milliseconds: fastestMs,
    wholeTables: nodes
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .map((node) => node['Relation Name'] ?? ''),
    plan: (await explained('text')).map(String).join('\n'),
  }
}

interface Explained {
  readonly Plan: PlanNode
  readonly 'Execution Time': number
}

type Output = string | [Explained]

function parseOutput([output]: Output[]): Explained {
  if (output === undefined || typeof output === 'string') throw new Error('EXPLAIN returned no plan.')
  return output[0]
}

const nodesOf = (root: PlanNode): PlanNode[] => [root, ...(root.Plans ?? []).flatMap(nodesOf)]

const readsTable = (node: PlanNode) =>
  node['Relation Name'] !== undefined && node['Node Type'].endsWith('Scan')

const rowsDiscarded = (node: PlanNode) =>
  ((node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops']

function rowsReadByTable(nodes: PlanNode[]): Map<string, number> {
  const read = new Map<string, number>()
  for (const node of nodes.filter(readsTable)) {
    const table = node['Relation Name'] ?? ''
    const rows = node['Actual Rows'] * node['Actual Loops'] + rowsDiscarded(node)
    read.set(table, (read.get(table) ?? 0) + Math.round(rows))
  }
  return read
}

/** A parameter as an SQL literal. */
function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(',')}}`)
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  return pg.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value))
}

/** A Markdown table with a row for each statement. */
export function plansTable(costs: readonly Cost[]): string {
  const lines = costs.map(({ path, read, discarded, returned, buffers, milliseconds, wholeTables }) => {
    const tables = [...read]
      .filter(([, rows]) => rows > 0)
      .sort(([, one], [, other]) => other - one)
      .map(([table, rows]) => `${table}${wholeTables.includes(table) ? ' (whole)' : ''} ${rows}`)
    return `| ${path} | ${returned} | ${tables.join(', ')} | ${discarded} | ${buffers} | ${milliseconds.toFixed(2)} |`
  })
  return [
    '| statement | returns | reads | of these discarded | pages | ms |',
    '|---|--:|---|--:|--:|--:|',
    ...lines,
  ].join('\n')
}
