import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { Db } from '../database/connection.ts'
import { incomingFolder } from '../http/upload.ts'
import type { TaskServices } from '../jobs/queue.ts'
import { archiveText } from './archive.ts'
import { archiveName, archivePlace, type ExportKey, exportFolder } from './place.ts'

type Services = Pick<TaskServices, 'db' | 'config' | 'files'>

interface Waiting extends ExportKey {
  readonly userId: string
  readonly attempts: number
}

/** Also counts those that the end of the program interrupted. */
const attemptsMax = 5

/**
 * Makes all archives that wait, one after the other and in one program at a time. One that fails does not keep the
 * others; it is tried again, and given up in the end.
 *
 * @throws the first failure, at the end.
 */
export async function makeExports(services: Services, signal: AbortSignal): Promise<void> {
  const lock = sql`hashtext('folkmoot make_exports')`
  await services.db.connection().execute(async (db) => {
    const { rows } = await sql<{ isOurs: boolean }>`select pg_try_advisory_lock(${lock}) as "isOurs"`.execute(
      db,
    )
    if (!rows[0]?.isOurs) return
    try {
      await makeAll({ ...services, db }, signal)
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(db)
    }
  })
}

async function makeAll(services: Services, signal: AbortSignal): Promise<void> {
  let failure: unknown
  for (let next = await takeNext(services.db, '0'); next; next = await takeNext(services.db, next.id)) {
    try {
      await make(services, next, signal)
    } catch (error) {
      signal.throwIfAborted()
      failure ??= error
      if (next.attempts >= attemptsMax) await giveUp(services.db, next)
    }
  }
  if (failure) throw failure
}

/** The next archive that somebody waits for, one more attempt of it counted. */
async function takeNext(db: Db, afterId: string): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    update data_exports set attempts = attempts + 1
    where id = (
      select data_exports.id from data_exports join users on users.id = data_exports.user_id
      where state = 'waiting' and data_exports.deleted_at is null and users.deleted_at is null
        and data_exports.id > ${afterId}
      order by data_exports.id limit 1)
    returning id, secret, user_id as "userId", attempts`.execute(db)
  return rows[0]
}

const giveUp = (db: Db, { id }: Waiting) =>
  sql`update data_exports set state = 'failed', finished_at = now() where id = ${id}`.execute(db)

/** Whatever is left when the program ends in here lies in a folder that is emptied at its start, or is written again. */
async function make({ db, config, files }: Services, waiting: Waiting, signal: AbortSignal): Promise<void> {
  const folder = incomingFolder(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  try {
    const bytes = await writeArchive(db, waiting.userId, { path, signal })
    await files.putFile(archivePlace(waiting), path)
    const { numAffectedRows } = await sql`
      update data_exports set state = 'ready', finished_at = now(), bytes = ${bytes},
        expires_at = now() + make_interval(days => ${sql.lit(limits.exportDays)})
      where id = ${waiting.id}`.execute(db)
    // The account was deleted meanwhile, and what would have removed the file came by already.
    if (!numAffectedRows) await files.deleteFolder(exportFolder(waiting), { first: archiveName })
  } finally {
    await rm(path, { force: true })
  }
}

/** Writes everything as it was at one moment. @returns the size of the file in bytes. */
const writeArchive = (db: Db, userId: string, to: { path: string; signal: AbortSignal }): Promise<number> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const file = createWriteStream(to.path, { flags: 'wx', mode: 0o600 })
      await pipeline(Readable.from(archiveText(trx, userId)), createGzip(), file, { signal: to.signal })
      return file.bytesWritten
    })
