import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { folkmootOn, query, startMachines } from '../../tests/support/machines.ts'
import {
  changesNoData,
  listMigrations,
  migrateInTransaction,
  migrations,
} from '../platform/database/migrate.ts'

const { machine } = await startMachines()

describe('before an upgrade', () => {
  /** A machine with a forum of an older version that has a member. */
  async function older(upTo: string) {
    const old = await machine()
    const client = new pg.Client(old.store.connection)
    await client.connect()
    await client.query('begin')
    await migrateInTransaction(client, { upTo })
    await client.query(
      `insert into users (username) values ('elder'); update site_settings set user_count = 3`,
    )
    await client.query('commit')
    const pending = async () => (await listMigrations(client)).pending
    onTestFinished(() => client.end())
    return { ...old, client, pending, backups: join(old.dataDir, 'backups') }
  }
  /** Later ones change data. */
  const changed = '0040_access'

  it('that changes data, a backup is made if the folder for them exists, with the previous state of the forum', async () => {
    const { store, backups, environment, pending } = await older(changed)
    await mkdir(backups)
    await query(store, 'update site_settings set signups_disabled = true')
    const check = await folkmootOn('upgrade --check', environment)
    expect(check.output).toContain('a backup is made first')
    expect(await readdir(backups)).toEqual([])

    const { exitCode, output } = await folkmootOn('upgrade', environment)
    expect(exitCode).toBe(0)
    expect(output.indexOf('The backup is made.')).toBeLessThan(output.indexOf('applied 0041'))
    expect(await pending()).toEqual([])
    const [name = '', ...others] = await readdir(backups)
    expect(name).toMatch(/^folkmoot-\S+-migration\.tar\.gz$/)
    expect(others).toEqual([])

    const another = await machine()
    const restored = await folkmootOn(`restore ${join(backups, name)}`, another.environment)
    expect(restored.output).toContain(changed)
    expect(restored.exitCode, restored.output).toBe(0)
    // The migrated value of the old column, which was in the backup.
    const joining = `select value from setting_values where name = 'joining'`
    expect(await query(another.store, joining)).toEqual([{ value: 'closed' }])
    expect(await query(another.store, `select username from users where not is_built_in`)).toEqual([
      { username: 'elder' },
    ])
    // Nothing is left to change.
    await folkmootOn('upgrade', environment)
    expect(await readdir(backups)).toEqual([name])
  })

  const names = Object.keys(migrations).sort()
  const lastThatChanges = names.findLast((name) => !changesNoData(name)) ?? ''
  // Skipped if the newest migration changes data.
  it.runIf(names.at(-1) !== lastThatChanges)('that changes no data, none is made', async () => {
    const { backups, environment, pending } = await older(lastThatChanges)
    await mkdir(backups)
    expect(await pending()).not.toEqual([])
    expect((await folkmootOn('upgrade', environment)).exitCode).toBe(0)
    expect(await readdir(backups)).toEqual([])
  })

  it.each([
    ['there is no folder for them', {}],
    ['that is switched off', { BACKUP_BEFORE_MIGRATION: 'off' }],
  ])('none is made where %s', async (_case, switches) => {
    const { dataDir, backups, environment, pending } = await older(changed)
    if ('BACKUP_BEFORE_MIGRATION' in switches) await mkdir(backups)
    expect((await folkmootOn('upgrade', { ...environment, ...switches })).exitCode).toBe(0)
    expect(await pending()).toEqual([])
    expect(
      (await readdir(dataDir, { recursive: true })).filter((file) => file.includes('migration')),
    ).toEqual([])
  })

  it('a backup that fails stops it, and nothing is changed', async () => {
    const { environment, pending } = await older(changed)
    const before = await pending()
    // Nobody listens there.
    const { exitCode, output } = await folkmootOn('upgrade', {
      ...environment,
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      BACKUP_BUCKET: 'safe',
    })
    expect(exitCode).not.toBe(0)
    expect(output).toContain('Nothing was changed')
    expect(await pending()).toEqual(before)
  })
})
