import type pg from 'pg'
import { inTransaction, openLongSession } from '../database/longSession.ts'
import { type Command, exitCodes, type Terminal, UsageError, withDatabase } from './command.ts'
import { type Counter, counters } from './counters.ts'
import { number } from './progress.ts'

export const checkCommand: Command = {
  name: 'check',
  usage: ['check [--fix]'],
  about:
    'Counts everything anew and shows where a counter says something else; --fix sets those right. ' +
    'Nobody can write for the moments in which a counter is set right.',

  run(args, context) {
    const fixes = args.includes('--fix')
    if (args.length > (fixes ? 1 : 0)) throw new UsageError('check takes nothing but --fix.')
    const { terminal, interrupted } = context
    return withDatabase(context, async ({ connection }) => {
      const session = await openLongSession(connection)
      try {
        let wrong = 0
        for (const counter of counters) {
          interrupted.throwIfAborted()
          terminal.showProgress(`counting ${counter.table}.${counter.column}`)
          const drifts = await inTransaction(session, interrupted, () =>
            fixes ? fixDrifts(session, counter) : findDrifts(session, counter),
          )
          wrong += drifts.count
          reportDrifts(terminal, counter, drifts)
        }
        terminal.showProgress('')
        return conclude(terminal, wrong, fixes)
      } finally {
        await session.end()
      }
    })
  },
}

interface Drifts {
  readonly count: number
  readonly examples: readonly { name: string; stored: string; counted: string }[]
}

const examplesShown = 10

const driftQuery = ({ table, key, column, name, facts, base }: Counter) => `
  select ${table}.${key} as id, ${name} as name, ${column} as stored, ${base} + coalesce(facts.value, 0) as counted
  from ${table} left join (${facts}) facts on facts.id = ${table}.${key}
  where ${column} <> ${base} + coalesce(facts.value, 0)`

const summaryOf = 'select name, stored, counted, count(*) over () as all from'

async function findDrifts(session: pg.Client, counter: Counter): Promise<Drifts> {
  return driftsIn(
    await session.query(`${summaryOf} (${driftQuery(counter)}) drifts order by id limit ${examplesShown}`),
  )
}

/** Nothing that is counted may change between counting and writing. */
async function fixDrifts(session: pg.Client, counter: Counter): Promise<Drifts> {
  const { table, key, column, factTables } = counter
  await session.query(
    `lock table ${[...new Set([...factTables, table])].join(', ')} in share row exclusive mode`,
  )
  return driftsIn(
    await session.query(`
      with drifts as (${driftQuery(counter)}),
      fixed as (update ${table} set ${column} = drifts.counted from drifts where ${table}.${key} = drifts.id)
      ${summaryOf} drifts order by id limit ${examplesShown}`),
  )
}

function driftsIn({ rows }: pg.QueryResult<Drifts['examples'][number] & { all: string }>): Drifts {
  return { count: Number(rows[0]?.all ?? 0), examples: rows }
}

function reportDrifts(terminal: Terminal, { of, table, column }: Counter, { count, examples }: Drifts) {
  if (count === 0) return
  terminal.say(`${table}.${column}: ${number(count)} wrong`)
  const rows = [[of, 'is', 'should be'], ...examples.map((one) => [one.name, one.stored, one.counted])]
  const width = Math.max(...rows.map(([name = '']) => name.length))
  for (const [name = '', stored, counted] of rows)
    terminal.say(`  ${name.padEnd(width)}  ${String(stored).padStart(11)}  ${String(counted).padStart(11)}`)
  if (count > examples.length) terminal.say(`  and ${number(count - examples.length)} more`)
}

function conclude(terminal: Terminal, wrong: number, fixes: boolean): number {
  if (wrong === 0) {
    terminal.say(`All ${counters.length} counters agree with what they count.`)
    return exitCodes.done
  }
  terminal.say(
    fixes
      ? `${number(wrong)} counts were wrong and are right now.`
      : `${number(wrong)} counts are wrong. "check --fix" sets them right.`,
  )
  return exitCodes.failed
}
