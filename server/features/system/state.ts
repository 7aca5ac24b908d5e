import cluster from 'node:cluster'
import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { SystemState } from '../../../contract/endpoints/system.ts'
import { limits } from '../../../contract/limits.ts'
import type { Config } from '../../config.ts'
import { findMailOutcomes } from '../../core/accounts/deliverMail.ts'
import type { Services } from '../../core/api/route.ts'
import { findLastBackups } from '../../core/backups/listed.ts'
import { getSearchProgress } from '../../core/searchIndex/progress.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { getJobQueue } from '../../platform/jobs/queue.ts'
import { sendsMail } from '../../platform/mail/send.ts'
import { programVersion } from '../../version.ts'
import { databaseState } from './databaseState.sql.ts'
import { keptSince } from './failures.ts'
import { listFailedJobs } from './jobs.ts'
import { findNewestVersion } from './newestVersion.ts'

const bytesPerMib = 1024 * 1024

/** The state of the server, without secrets. */
export async function getSystemState({
  db,
  orders,
  config,
  settings,
}: Pick<Services, 'db' | 'orders' | 'config' | 'settings'>): Promise<SystemState> {
  const [disk, database, jobs, failedJobs, failures, newestVersion, lastBackups, mails, searchProgress] =
    await Promise.all([
      statfs(config.dataDir),
      getDatabaseState(db),
      getJobQueue(db),
      listFailedJobs(db),
      listFailures(db),
      findNewestVersion({ db, settings }),
      findLastBackups(db),
      findMailOutcomes(db),
      getSearchProgress({ db, orders }),
    ])
  return {
    version: programVersion,
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
    searchProgress,
    database,
    jobs: { ...jobs, failedJobs },
    mail: { ...mailOf(config), ...mails },
    backups: { isDaily: settings.dailyBackups, ...lastBackups },
    ...failures,
  }
}

async function getDatabaseState(db: Db): Promise<SystemState['database']> {
  const state = await queryRow(db, databaseState, { tablesShown: limits.tablesShown })
  if (!state) throw new Error('A statement without a table gave no row.')
  return state
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
function mailOf(config: Config): Pick<SystemState['mail'], 'isConfigured' | 'server' | 'sender'> {
  if (!sendsMail(config)) return { isConfigured: false, server: '', sender: '' }
  return {
    isConfigured: true,
    server: new URL(config.smtpUrl).host,
    sender: config.mailFrom,
  }
}
