import { statfs } from 'node:fs/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { findMailOutcomes } from '../../core/accounts/deliverMail.ts'
import { findBackupTimes } from '../../core/backups/lastMade.ts'
import { isSecret } from '../../core/sessions/sessionId.ts'
import type { Db } from '../../platform/database/connection.ts'
import { areMigrationsOurs } from '../../platform/database/migrate.ts'
import type { Replicas } from '../../platform/database/replicas.ts'
import { isLocalRequest } from '../../platform/http/localRequest.ts'
import { getJobQueue, type Jobs } from '../../platform/jobs/queue.ts'
import type { Disk, Measured, Metrics } from './metrics.ts'
import { askWithin, recent } from './recent.ts'

const keptMs = 1000
/** Timeout for the database. */
const limitMs = 2000

/** Monitoring programs have no account; the metrics check the client themselves. */
const options = { config: { answersWhileStopping: true, admits: 'everyone' } } as const

/**
 * For monitoring programs:
 *
 * - `GET /healthz`: 200 as long as the process answers.
 * - `GET /readyz`: 200 when requests should be sent here, otherwise 503; what is wrong is in `failed`: `stopping`, `jobs`,
 *   `database`, `migrations`.
 * - `GET /clientz`: the address of the client as the server sees it, and whether it came from a proxy that TRUST_PROXY names, for
 *   `doctor`.
 * - `GET /metrics`: metrics in the text format of Prometheus, for this machine and clients with METRICS_TOKEN; 403 for others.
 *
 * @param given.jobs null or missing if this process runs no jobs.
 */
export function serveMonitoring(
  app: FastifyInstance,
  given: Omit<Measured, 'findJobQueue' | 'findOperations' | 'findDisks'> & {
    db: Db
    config: Pick<Config, 'metricsToken' | 'dataDir' | 'backupDir' | 'backupBucket'>
    metrics: Metrics
    jobs: Pick<Jobs, 'isWorking'> | null | undefined
    replicas: Pick<Replicas, 'pickLatest'>
  },
): void {
  const { db, config, metrics, jobs, replicas } = given
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })

  app.route({
    method: 'GET',
    url: '/healthz',
    ...options,
    handler: async (_request, reply) =>
      reply.header('Cache-Control', 'no-store').type('text/plain; charset=utf-8').send('ok\n'),
  })

  app.get('/clientz', options, async (request, reply) =>
    reply.header('Cache-Control', 'no-store').send({
      address: request.ip,
      isForwarded: request.headers['x-forwarded-for'] !== undefined,
      // The addresses that the server believes: that of the connection, and those before it as far as each is trusted.
      isTrusted: (request.ips?.length ?? 0) > 1,
    }),
  )

  const askMigrations = recent(
    keptMs,
    askWithin(limitMs, () => areMigrationsOurs(db)),
  )
  const failedChecks = async (): Promise<string[]> => {
    if (isStopping) return ['stopping']
    const areOurs = await askMigrations()
    // Replicas still answer reads, and other servers could not do more.
    if (areOurs === null && replicas.pickLatest() !== null) return []
    return [
      ...(jobs && !jobs.isWorking() ? ['jobs'] : []),
      ...(areOurs === null ? ['database'] : []),
      ...(areOurs === false ? ['migrations'] : []),
    ]
  }
  app.route({
    method: 'GET',
    url: '/readyz',
    ...options,
    async handler(_request, reply) {
      const failed = await failedChecks()
      const isReady = failed.length === 0
      return reply
        .code(isReady ? 200 : 503)
        .header('Cache-Control', 'no-store')
        .send({ ready: isReady, failed })
    },
  })

  metrics.measure({
    ...given,
    findJobQueue: recent(
      keptMs,
      askWithin(limitMs, () => getJobQueue(db)),
    ),
    findOperations: recent(
      keptMs,
      askWithin(limitMs, async () => ({
        backups: await findBackupTimes(db),
        mails: (await findMailOutcomes(db)).ofDay,
      })),
    ),
    findDisks: recent(keptMs, () => findDisks(config)),
  })
  app.get('/metrics', { config: { admits: 'everyone' } }, async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    if (!mayReadMetrics(request, config.metricsToken))
      return reply
        .code(403)
        .type('text/plain; charset=utf-8')
        .send('Only this machine and programs that send METRICS_TOKEN as their Bearer token may read this.\n')
    return reply.header('Content-Type', metrics.contentType).send(await metrics.text())
  })
}

function mayReadMetrics(request: FastifyRequest, token: string): boolean {
  if (isLocalRequest(request)) return true
  const [, given] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  return token !== '' && isSecret(token, given)
}

/** Free space where the data are, and where the backups are, if that folder exists. */
async function findDisks({
  dataDir,
  backupDir,
  backupBucket,
}: Pick<Config, 'dataDir' | 'backupDir' | 'backupBucket'>): Promise<Disk[]> {
  const folders: [Disk['place'], string][] = [
    ['data', dataDir],
    ...(backupDir && !backupBucket ? ([['backups', backupDir]] as [Disk['place'], string][]) : []),
  ]
  const found = await Promise.all(
    folders.map(([place, folder]) =>
      statfs(folder).then(
        ({ bavail, blocks, bsize }): Disk[] => [
          { place, freeBytes: bavail * bsize, totalBytes: blocks * bsize },
        ],
        () => [],
      ),
    ),
  )
  return found.flat()
}
