import cluster from 'node:cluster'
import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { SystemState } from '../../../contract/endpoints/system.ts'
import { limits } from '../../../contract/limits.ts'
import { version } from '../../../package.json'
import type { Config } from '../../config.ts'
import type { Services } from '../../core/api/route.ts'
import { findLastBackups } from '../../core/backups/listed.ts'
import type { Db } from '../../platform/database/connection.ts'
import { getJobQueue } from '../../platform/jobs/queue.ts'
import { sendsMail } from '../../platform/mail/send.ts'
import { keptSince } from './failures.ts'
import { listFailedJobs } from './jobs.ts'
import { findNewestVersion } from './newestVersion.ts'

const bytesPerMib = 1024 * 1024

/** The state of the server, without secrets. */
export async function getSystemState({
  db,
  config,
  settings,
}: Pick<Services, 'db' | 'config' | 'settings'>): Promise<SystemState> {
  const [disk, database, jobs, failedJobs, failures, newestVersion, lastBackups] = await Promise.all([
    statfs(config.dataDir),
    readDatabase(db),
    getJobQueue(db),
    listFailedJobs(db),
    listFailures(db),
    findNewestVersion({ db, settings }),
    findLastBackups(db),
  ])
  return {
    version,
    newestVersion,
    node: process.versions.node,
    process: {
      worker: cluster.worker?.id ?? null,
      startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
      memoryBytes: process.memoryUsage.rss(),
    },
    disk: {
      freeBytes: disk.bavail * disk.bsize,
      totalBytes: disk.blocks * disk.bsize,
      reserveBytes: config.diskReserveMib * bytesPerMib,
    },
    database,
    jobs: { ...jobs, failedJobs },
    mail: mailOf(config),
    backups: { isDaily: settings.dailyBackups, ...lastBackups },
    ...failures,
  }
}

async function readDatabase(db: Db): Promise<SystemState['database']> {
  const { rows } = await sql<SystemState['database']>`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
      current_setting('max_connections')::integer as "connectionsMax",
      (select count(*)::integer from pg_stat_activity where datname = current_database()) as connections,
      (select coalesce(json_agg(largest), '[]') from (
        select relname as name, pg_total_relation_size(oid)::float8 as bytes, greatest(reltuples, 0)::bigint as rows
        from pg_class where relkind in ('r', 'p', 'm') and relnamespace = 'public'::regnamespace
        order by 2 desc limit ${sql.lit(limits.tablesShown)}) as largest) as tables`.execute(db)
  return rows[0] as SystemState['database']
}

async function listFailures(db: Db): Promise<Pick<SystemState, 'failures' | 'failuresOfDay'>> {
  const rows = await db
    .selectFrom('server_failures')
    .where('failed_at', '>', keptSince)
    .select((eb) => [
      'request_id as requestId',
      'failed_at as failedAt',
      'method',
      'route',
      'status',
      'message',
      eb.cast<number>(eb.fn.countAll().over(), 'integer').as('count'),
    ])
    .orderBy('id', 'desc')
    .limit(sql.lit(limits.failuresShown))
    .execute()
  return {
    failuresOfDay: rows[0]?.count ?? 0,
    failures: rows.map(({ count: _count, failedAt, ...row }) => ({
      ...row,
      failedAt: failedAt.toISOString(),
    })),
  }
}

/** Only host and port of the mail server's URL, which may contain a password. */
function mailOf(config: Config): SystemState['mail'] {
  if (!sendsMail(config)) return { isConfigured: false, server: '', sender: '' }
  return {
    isConfigured: true,
    server: new URL(config.smtpUrl).host,
    sender: config.mailFrom,
  }
}
