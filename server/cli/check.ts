import type pg from 'pg'
import { inTransaction, openLongSession } from '../database/longSession.ts'
import { type Command, exitCodes, type Terminal, UsageError, withDatabase } from './command.ts'
import { type Counter, counters } from './counters.ts'
import { number } from './progress.ts'

export const checkCommand: Command = {
  name: 'check',
  usage: ['check [--fix]'],
  about:
    'Counts everything anew and shows where a counter says something else, and what was ordered to be deleted and is ' +
    'not; --fix sets both right. Nobody can write for the moments in which a counter is set right.',

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
        const reopened = await inTransaction(session, interrupted, () =>
          checkDeletions(session, terminal, fixes),
        )
        const exitCode = conclude(terminal, wrong, fixes)
        return reopened ? exitCodes.failed : exitCode
      } finally {
        await session.end()
      }
    })
  },
}

/** Deletions of what banned members wrote that count as finished, though something is left. */
const incompleteDeletions = `
  select deletion.id from content_deletions as deletion
  where finished_at is not null and (
    exists (select from posts where author_id = user_id and created_at <= until
      and created_at >= coalesce(since, '-infinity') and (deleted_at is null or content_deleted_at is null))
    or exists (select from comments where author_id = user_id and created_at <= until
      and created_at >= coalesce(since, '-infinity') and deleted_at is null))`

/** @returns whether there were deletions that are not complete; with `fixes` a running server completes them. */
async function checkDeletions(session: pg.Client, terminal: Terminal, fixes: boolean): Promise<boolean> {
  const { rows } = await session.query<{ name: string; isUnderWay: boolean }>(`
    with incomplete as (${incompleteDeletions}),
    reopened as (
      update content_deletions set finished_at = null from incomplete
      where content_deletions.id = incomplete.id and ${fixes})
    select username as name, finished_at is null as "isUnderWay"
    from content_deletions join users on users.id = user_id
    where finished_at is null or content_deletions.id in (select id from incomplete)
    order by content_deletions.id`)
  for (const { name, isUnderWay } of rows)
    terminal.say(
      isUnderWay
        ? `What @${name} wrote is being deleted; a running server does it.`
        : `What @${name} wrote was to be deleted, and not all of it was.` +
            (fixes ? ' A running server does it within a minute.' : ''),
    )
  return rows.some(({ isUnderWay }) => !isUnderWay)
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
