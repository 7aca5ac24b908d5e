import pg from 'pg'
import { type HotPath, hotPaths, type Statement } from './hotQueries.ts'
import type { ScratchForum } from './scratchForum.ts'

/** PostgreSQL plans a prepared statement anew five times before it may keep a plan for all parameters. */
const runsUntilPlanIsKept = 7

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

/** What one statement cost when it ran. */
export interface Cost {
  readonly path: string
  /** Rows that any node took from a table or an index, by table. */
  readonly read: ReadonlyMap<string, number>
  /** Those among them that a condition threw away again. */
  readonly discarded: number
  readonly returned: number
  /** Pages of 8 kB, from memory or not. */
  readonly buffers: number
  /** The fastest of some runs: the others measure the machine. */
  readonly milliseconds: number
  /** Tables that were read from end to end, if any. */
  readonly wholeTables: readonly string[]
  /** As PostgreSQL prints it. */
  readonly plan: string
}

/** Explains every statement of every hot path as the server runs it: prepared, and with the plan that it settles on. */
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
  await client.query(`prepare hot as ${text}`)
  const explained = async (format: 'json' | 'text'): Promise<Answer[]> => {
    await client.query('begin')
    const { rows } = await client.query(`explain (analyze, buffers, format ${format}) execute hot${values}`)
    await client.query('rollback')
    return rows.map((row) => row['QUERY PLAN'])
  }
  let [fastestMs, answer] = [Number.POSITIVE_INFINITY, await explained('json')]
  for (let run = 2; run <= runsUntilPlanIsKept; run += 1) {
    answer = await explained('json')
    fastestMs = Math.min(fastestMs, inside(answer)['Execution Time'])
  }
  const { Plan: root } = inside(answer)
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
    plan: (await explained('text')).join('\n'),
  }
}

interface Explained {
  readonly Plan: PlanNode
  readonly 'Execution Time': number
}

type Answer = string | [Explained]

function inside([answer]: Answer[]): Explained {
  if (answer === undefined || typeof answer === 'string') throw new Error('PostgreSQL explained nothing.')
  return answer[0]
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

/** A parameter as it stands in the text of a statement. */
function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(',')}}`)
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value))
}

/** One line a statement: what it read against what it returned. */
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
