import type pg from 'pg'
import { type Counter, counters, driftQuery } from '../core/counters/counters.ts'
import { inTransaction, openLongSession } from '../platform/database/longSession.ts'
import { type Command, exitCodes, type Terminal, UsageError, withDatabase } from './command.ts'
import { formatNumber } from './progress.ts'

export const checkCommand: Command = {
  name: 'check',
  usage: ['check [--fix]'],
  about:
    'Recounts everything and lists counters with a wrong value, and deletions of content that are not complete; --fix ' +
    'corrects both. While --fix corrects a counter, writes to the tables that it counts are blocked.',

  run(args, context) {
    const fixes = args.includes('--fix')
    if (args.length > (fixes ? 1 : 0)) throw new UsageError('The only option of check is --fix.')
    const { terminal, interrupted } = context
    return withDatabase(context, async ({ connection }) => {
      const session = await openLongSession(connection, { signal: interrupted })
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
        const exitCode = reportTotal(terminal, wrong, fixes)
        return reopened ? exitCodes.failed : exitCode
      } finally {
        await session.end()
      }
    })
  },
}

/** Deletions of a banned member's content that are marked as finished although posts or comments are left. */
const incompleteDeletions = `
  select deletion.id from content_deletions as deletion
  where finished_at is not null and taken_back_at is null and (
    exists (select from posts where author_id = user_id and created_at <= until
      and created_at >= coalesce(since, '-infinity') and (deleted_at is null or content_deleted_at is null))
    or exists (select from comments where author_id = user_id and created_at <= until
      and created_at >= coalesce(since, '-infinity') and deleted_at is null))`

/**
 * Reports pending and incomplete deletions of content. With `fixes`, marks incomplete ones as unfinished, so that a
 * running server completes them.
 *
 * @returns whether there were incomplete deletions.
 */
async function checkDeletions(session: pg.Client, terminal: Terminal, fixes: boolean): Promise<boolean> {
  const { rows } = await session.query<{ name: string; isPending: boolean }>(`
    with incomplete as (${incompleteDeletions}),
    reopened as (
      update content_deletions set finished_at = null from incomplete
      where content_deletions.id = incomplete.id and ${fixes})
    select username as name, finished_at is null as "isPending"
    from content_deletions join users on users.id = user_id
    where finished_at is null or content_deletions.id in (select id from incomplete)
    order by content_deletions.id`)
  for (const { name, isPending } of rows)
    terminal.say(
      isPending
        ? `The deletion of the content of @${name} is pending; a running server completes it.`
        : `The deletion of the content of @${name} is incomplete.` +
            (fixes ? ' A running server completes it within a minute.' : ''),
    )
  return rows.some(({ isPending }) => !isPending)
}

interface Drifts {
  readonly count: number
  readonly examples: readonly { name: string; stored: string; counted: string }[]
}

const examplesShown = 10

const summaryOf = 'select name, stored, counted, count(*) over () as all from'

async function findDrifts(session: pg.Client, counter: Counter): Promise<Drifts> {
  return parseDrifts(
    await session.query(`${summaryOf} (${driftQuery(counter)}) drifts order by id limit ${examplesShown}`),
  )
}

async function fixDrifts(session: pg.Client, counter: Counter): Promise<Drifts> {
  const { table, key, column, factTables } = counter
  // Blocks writers, so that no fact changes between counting and updating.
  await session.query(
    `lock table ${[...new Set([...factTables, table])].join(', ')} in share row exclusive mode`,
  )
  return parseDrifts(
    await session.query(`
      with drifts as (${driftQuery(counter)}),
      fixed as (update ${table} set ${column} = drifts.counted from drifts where ${table}.${key} = drifts.id)
      ${summaryOf} drifts order by id limit ${examplesShown}`),
  )
}

function parseDrifts({ rows }: pg.QueryResult<Drifts['examples'][number] & { all: string }>): Drifts {
  return { count: Number(rows[0]?.all ?? 0), examples: rows }
}

function reportDrifts(terminal: Terminal, { of, table, column }: Counter, { count, examples }: Drifts) {
  if (count === 0) return
  terminal.say(`${table}.${column}: ${formatNumber(count)} wrong`)
  const rows = [[of, 'is', 'should be'], ...examples.map((one) => [one.name, one.stored, one.counted])]
  const width = Math.max(...rows.map(([name = '']) => name.length))
  for (const [name = '', stored, counted] of rows)
    terminal.say(`  ${name.padEnd(width)}  ${String(stored).padStart(11)}  ${String(counted).padStart(11)}`)
  if (count > examples.length) terminal.say(`  and ${formatNumber(count - examples.length)} more`)
}

function reportTotal(terminal: Terminal, wrong: number, fixes: boolean): number {
  if (wrong === 0) {
    terminal.say(`All ${counters.length} counters are correct.`)
    return exitCodes.done
  }
  terminal.say(
    fixes
      ? `${formatNumber(wrong)} counts were wrong and have been corrected.`
      : `${formatNumber(wrong)} counts are wrong. "check --fix" corrects them.`,
  )
  return exitCodes.failed
}
