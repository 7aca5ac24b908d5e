import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { errorMessage } from '../platform/errors.ts'
import { openBackupStore } from '../platform/storage/open.ts'
import { tryFolder } from '../platform/storage/trialFolder.ts'
import { folderAdvice } from '../startFailure.ts'
import { passphraseMinLength } from './backup.ts'
import { fault, ok, type Result, warning } from './doctorResult.ts'

const unitFolder = '/etc/systemd/system'
const unitName = 'folkmoot.service'

/** Whether backups can be stored where the configuration says. */
export async function checkBackupPlace(config: Config): Promise<readonly Result[]> {
  return [await placeResult(config), ...passphraseResult(config)]
}

function passphraseResult({ backupPassphrase }: Config): Result[] {
  if (backupPassphrase === '' || backupPassphrase.length >= passphraseMinLength) return []
  return [
    warning(
      `BACKUP_PASSPHRASE has ${backupPassphrase.length} characters, which can be guessed`,
      `Choose one with ${passphraseMinLength} or more, and keep the old one for the backups that use it.`,
    ),
  ]
}

async function placeResult(config: Config): Promise<Result> {
  const store = await openBackupStore(config)
  const { place } = store
  try {
    if (config.backupBucket) {
      const name = `doctor-${randomBytes(6).toString('hex')}`
      await store.put(name, Readable.from(['A trial.']), AbortSignal.timeout(20_000))
      await store.delete(name)
      return ok(`bucket ${place} stores and deletes`)
    }
    await tryFolder(place)
    const forbidding = await forbiddingUnit(place)
    return forbidding === null
      ? ok(place)
      : fault(
          `the service may not write to ${place}: ${forbidding} makes everything but its ReadWritePaths read-only`,
          `Run sudo systemctl edit folkmoot, write [Service] and ReadWritePaths=${place} below it, and restart the service.`,
        )
  } catch (error) {
    return config.backupBucket
      ? fault(
          `bucket ${place}: ${errorMessage(error)}`,
          'Check S3_ENDPOINT, S3_REGION, the key, and BACKUP_BUCKET.',
        )
      : fault(
          `nothing can be written to ${place} (${errorMessage(error)})`,
          folderAdvice(error, place, 'BACKUP_DIR'),
        )
  } finally {
    await store.close()
  }
}

/** The file of the unit of the service that keeps it from writing to a folder; null if there is none. */
async function forbiddingUnit(folder: string): Promise<string | null> {
  const unit = join(unitFolder, unitName)
  const text = await readFile(unit, 'utf8').catch(() => null)
  if (text === null) return null
  const additions = join(unitFolder, `${unitName}.d`)
  const names = await readdir(additions).catch(() => [])
  const added = await Promise.all(
    names.map((name) => readFile(join(additions, name), 'utf8').catch(() => '')),
  )
  return unitForbids([text, ...added].join('\n'), folder) ? unit : null
}

/** Whether a systemd unit, with its additions, keeps its service from writing to a folder. */
export function unitForbids(unit: string, folder: string): boolean {
  const valuesOf = (name: string) =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value.trim())
  if (valuesOf('ProtectSystem').at(-1) !== 'strict') return false
  const writable = valuesOf('ReadWritePaths')
    .flatMap((value) => value.split(/\s+/))
    .map((path) => resolve(path.replace(/^[-+]+/, '')))
  return !writable.some((path) => folder === path || folder.startsWith(`${path}/`))
}

const oldDays = 7

/** How old the last backup is; nothing for a forum that is younger than that. */
export async function lastBackupResult(client: pg.ClientBase): Promise<Result | readonly Result[]> {
  const { rows } = await client.query<{ days: number | null; is_new: boolean }>(`
    select (extract(epoch from now() - greatest(max(finished_at), (select command_backup_at from site_settings))) / 86400)::float
        as days,
      not exists (
        select from users where not is_built_in and created_at < now() - make_interval(days => ${oldDays})) as is_new
    from backups where state = 'made' and deleted_at is null`)
  const { days = null, is_new: isNew } = rows[0] ?? {}
  const fix = 'Turn on daily backups: ./folkmoot settings set dailyBackups on'
  if (days === null) return isNew ? [] : warning('no backup is known', fix)
  const text = `the last backup is ${Math.floor(days)} ${Math.floor(days) === 1 ? 'day' : 'days'} old`
  return days > oldDays ? warning(text, fix) : ok(text)
}
