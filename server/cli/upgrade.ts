import type pg from 'pg'
import { openLongSession } from '../platform/database/longSession.ts'
import {
  aboutMigration,
  changesNoData,
  databaseTooNew,
  isMigrationKnown,
  listMigrations,
} from '../platform/database/migrate.ts'
import { type Command, type Context, exitCodes, UsageError, withDatabase } from './command.ts'
import { formatNumber } from './progress.ts'

export const upgradeCommand: Command = {
  name: 'upgrade',
  usage: ['upgrade [--check [--verbose]]'],
  about:
    'Migrates the database to the schema of this version, as the server does when it starts. --check changes nothing and says ' +
    'what would happen; --verbose explains each migration.',

  run(args, context) {
    const isCheck = args.includes('--check')
    const isVerbose = isCheck && args.includes('--verbose')
    if (args.length > Number(isCheck) + Number(isVerbose))
      throw new UsageError('The options of upgrade are --check and --verbose.')
    if (isCheck) return checkUpgrade(context, { isVerbose })
    return withDatabase(context, async ({ migrated }) => {
      for (const name of migrated) context.terminal.say(`applied ${name}`)
      if (migrated.length === 0) context.terminal.say('The database is up to date.')
      return exitCodes.done
    })
  },
}

/** Its name in version 0.1.0. */
export const migrateCommand: Command = {
  name: 'migrate',
  usage: ['migrate'],
  about: 'Another name for upgrade.',
  run(args, context) {
    if (args.length > 0) throw new UsageError('migrate takes no arguments.')
    return upgradeCommand.run(args, context)
  },
}

/**
 * Seconds that a migration takes, in the slower of two runs, in a forum of a million posts, three million comments and a million entries of the moderation log, on
 * two cores, for migrations that block writes for more than two seconds (docs/upgrading.md).
 */
const measuredSeconds: Readonly<Record<string, number>> = {
  '0028_best_replies': 10,
  '0043_lists_of_accounts': 2,
  '0055_comment_sorts': 23,
  '0081_reviews': 5,
  '0085_appeals': 126,
  '0093_logs_by_day': 2,
  '0460_uncounted_voters': 7,
}

const durationOf = (name: string): string => {
  const seconds = measuredSeconds[name]
  return seconds === undefined
    ? ''
    : `\n  Nobody can write in the meantime: about ${seconds} s with a million posts, three million comments and a million entries of the log.`
}

const checkUpgrade = (context: Context, options: { isVerbose: boolean }): Promise<number> =>
  withDatabase(
    context,
    async ({ connection }) => {
      const session = await openLongSession(connection)
      try {
        return await sayWhatWouldHappen(session, context, options)
      } finally {
        await session.end()
      }
    },
    { migrates: false },
  )

async function sayWhatWouldHappen(
  session: pg.Client,
  { terminal, config }: Context,
  { isVerbose }: { isVerbose: boolean },
): Promise<number> {
  const { applied, pending } = await listMigrations(session)
  if (!applied.every(isMigrationKnown)) throw databaseTooNew()
  if (pending.length === 0) terminal.say('The database is up to date: an upgrade changes nothing.')
  else if (applied.length === 0) terminal.say('The database is empty: an upgrade creates the schema.')
  else {
    terminal.say(
      `An upgrade applies ${pending.length} ${pending.length === 1 ? 'migration' : 'migrations'}, all or none. The forum is unreachable in the meantime.`,
    )
    if (isVerbose)
      for (const name of pending)
        terminal.say(`\n${name}\n${aboutMigration(name).replace(/^(?=.)/gm, '  ')}${durationOf(name)}`)
    terminal.say(
      `It takes about ${formatDuration(await secondsFor(session, pending))}: this forum has ${(await sizes(session)).join(', ')}.${isVerbose ? '' : ' --verbose says what each migration changes.'}`,
    )
    const backsUp = config.backupBeforeMigration && !pending.every(changesNoData)
    terminal.say(
      backsUp
        ? 'If the folder or bucket for backups exists, a backup is made first.'
        : 'No backup is made first. Make one with "./folkmoot backup".',
    )
  }
  return exitCodes.done
}

const measuredPosts = 1_000_000
/** For starting, and for migrations that take a moment at any size. */
const leastSeconds = 2

/** How long the migrations take together, from what was measured and the number of posts. */
async function secondsFor(session: pg.Client, pending: readonly string[]): Promise<number> {
  const { rows } = await session.query<{ posts: number }>(
    `select greatest(reltuples, 0)::float as posts from pg_class where oid = 'posts'::regclass`,
  )
  const measured = pending.reduce((sum, name) => sum + (measuredSeconds[name] ?? 0), 0)
  return Math.max(leastSeconds, Math.ceil((measured * (rows[0]?.posts ?? 0)) / measuredPosts))
}

const formatDuration = (seconds: number): string =>
  seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`

/** PostgreSQL's estimates of the number of rows; tables that were never analyzed are skipped. */
async function sizes(session: pg.Client): Promise<string[]> {
  const { rows } = await session.query<{ name: string; estimate: string }>(`
    select relname as name, reltuples::bigint as estimate from pg_class
    where oid in ('users'::regclass, 'posts'::regclass, 'comments'::regclass, 'post_votes'::regclass, 'comment_votes'::regclass)
      and reltuples >= 0
    order by relname`)
  if (rows.length === 0) return ['few rows']
  return rows.map(({ name, estimate }) => `about ${formatNumber(Number(estimate))} ${name.replace('_', ' ')}`)
}
