import { once } from 'node:events'
import { beforeMigration } from '../core/backups/beforeMigration.ts'
import { watchSettings } from '../core/settings/live.ts'
import { openConfiguredDatabase } from '../platform/database/open.ts'
import { watchDatabase } from '../platform/database/watch.ts'
import { loadSecrets } from '../platform/http/secrets.ts'
import { deleteUnfinishedUploads } from '../platform/http/upload.ts'
import { logFailedJobs, startJobs } from '../platform/jobs/queue.ts'
import { openFileStore } from '../platform/storage/open.ts'
import { tasks } from '../tasks.ts'
import { type Command, exitCodes, UsageError } from './command.ts'

export const workerCommand: Command = {
  name: 'worker',
  usage: ['worker'],
  about:
    'Runs background jobs until it is stopped, beside servers with JOBS=off. It needs access to the files of the servers: S3_BUCKET, or the ' +
    'same DATA_DIR.',

  async run(args, { config, terminal, interrupted }) {
    if (args.length > 0) throw new UsageError('worker takes no arguments.')
    const database = await openConfiguredDatabase(config, terminal.report, {
      role: 'program',
      beforeMigration: beforeMigration(config, terminal.report),
    })
    database.keepRunning()
    try {
      const secrets = await loadSecrets(database.db)
      await deleteUnfinishedUploads(config)
      const files = await openFileStore(config)
      const watch = await watchDatabase(database.connection, terminal.report)
      const { values: settings } = await watchSettings(watch, config.locked)
      const jobs = await startJobs(
        database.connection,
        { config, settings, secrets, files },
        tasks,
        logFailedJobs(config),
      )
      terminal.say('Running background jobs. Stop with Ctrl-C or SIGTERM.')
      if (!interrupted.aborted) await once(interrupted, 'abort')
      await jobs.stop()
      await watch.close()
      await files.close()
      return exitCodes.done
    } finally {
      await database.close()
    }
  },
}
