import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Backups, backupEndpoints } from '../../../contract/endpoints/backups.ts'
import type { Backup } from '../../../contract/entities/backup.ts'
import type { Notification } from '../../../contract/entities/notification.ts'
import { errors } from '../../../contract/errors.ts'
import { describeAuthorization } from '../../../tests/support/authorization.ts'
import { type Client, type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { startMailServer } from '../../../tests/support/mailServer.ts'
import { describeRefusals, type Provocations } from '../../../tests/support/refusals.ts'
import { wholeSeconds } from '../../../tests/support/wholeSeconds.ts'
import { withoutPassword } from '../../../tests/support/withoutPassword.ts'
import { parseConfig } from '../../config.ts'
import { backupName } from '../../core/backups/names.ts'
import { createOrders } from '../../platform/cache/orders.ts'
import { getSystemState } from '../system/state.ts'
import { backupFailureMailTask, mailBackupFailure } from './failureMail.ts'
import { makeBackups } from './makeBackups.ts'

const address = '/api/_admin/backups'

/** A backup in the list, without a file. @returns its id. */
async function listed(forum: Forum, state = 'made', reason = 'manual'): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into backups (name, reason, state) values (gen_random_uuid()::text, ${reason}, ${state})
    returning id`.execute(forum.db)
  return rows[0]?.id ?? ''
}
const clear = (forum: Forum) => sql`delete from backups`.execute(forum.db)

describeAuthorization({
  endpoints: backupEndpoints,
  table: `
                 guest  banned  member  author  elsewhere  moderator  admin
  listBackups      401     403     403     403        403        403    200
  makeBackup       401     403     403     403        403        403    200
  deleteBackup     401     403     403     403        403        403    200
  verifyBackup     401     403     403     403        403        403    200
`,
  calls: {
    listBackups: (who) => who.get(address),
    async makeBackup(who, { forum }) {
      await clear(forum)
      return who.post(address)
    },
    deleteBackup: async (who, { forum }) => who.delete(`${address}/${await listed(forum)}`),
    verifyBackup: async (who, { forum }) => who.post(`${address}/${await listed(forum)}/verification`),
  },
})

const provocations: Provocations<typeof backupEndpoints> = {
  listBackups: {},
  makeBackup: {
    passwordNeeded: ({ forum, admin }) => withoutPassword(forum, () => admin.post(address)),
    async backupUnderWay({ forum, admin }) {
      await clear(forum)
      await listed(forum, 'running')
      return admin.post(address)
    },
  },
  deleteBackup: {
    passwordNeeded: ({ forum, admin }) => withoutPassword(forum, () => admin.delete(`${address}/1`)),
    backupNotFound: ({ admin }) => admin.delete(`${address}/x'`),
    async backupUnderWay({ forum, admin }) {
      await clear(forum)
      return admin.delete(`${address}/${await listed(forum, 'waiting')}`)
    },
  },
  verifyBackup: {
    backupNotFound: async ({ forum, admin }) =>
      admin.post(`${address}/${await listed(forum, 'failed')}/verification`),
  },
}
describeRefusals(backupEndpoints, provocations)

describe('backups of admins', () => {
  let forum: Forum
  let admin: Member
  let folder: string
  const { signal } = new AbortController()

  beforeAll(async () => {
    forum = await startForum()
    admin = await forum.member('keeper', { isAdmin: true })
    await forum.community('birding')
    await forum.post(admin, 'birding')
    folder = join(forum.config.dataDir, 'backups')
  })
  afterAll(() => forum.close())
  beforeEach(async () => {
    await sql`update backups set deleted_at = now(), state = 'failed'`.execute(forum.db)
    await run()
  })

  const run = (changed: Partial<Parameters<typeof makeBackups>[0]> = {}, stop = signal) =>
    makeBackups({ ...forum, ...changed }, {}, stop)
  const withDaily = (kept = 2, hour = 0) => ({
    settings: { ...forum.settings, dailyBackups: true, dailyBackupHour: hour, dailyBackupsKept: kept },
  })
  const list = async () => (await admin.get(address)).json<Backups>()
  const ask = async () => (await admin.post(address)).json<Backup>()
  const made = async () => {
    const { id } = await ask()
    await run()
    return find(id)
  }
  const find = async (id: string) => {
    const found = (await list()).backups.find((backup) => backup.id === id)
    if (!found) throw new Error('not in the list')
    return found
  }
  /** Two backups of one second would have the same name. */
  const nextSecond = async () => {
    const name = () => backupName(new Date(), 'manual', { isEncrypted: false })
    const now = name()
    await expect.poll(name).not.toBe(now)
  }
  const files = () => readdir(folder).catch(() => [])
  const givenPassword = (who: Client & { id?: string }, minutesAgo: number) =>
    sql`update sessions set password_given_at = now() - make_interval(mins => ${minutesAgo})
      where user_id = ${who.id}`.execute(forum.db)

  it('[ACC-7-101] are requested, made in the background, and listed with name, size and time', async () => {
    const asked = await ask()
    expect(asked).toMatchObject({ state: 'waiting', reason: 'manual', bytes: null, finishedAt: null })
    expect(asked.name).toMatch(/^folkmoot-.*-manual\.tar\.gz$/)
    expect((await admin.post(address)).json()).toEqual(errors.backupUnderWay)
    await run()
    const { backups, place, isEncrypted } = await list()
    expect(place).toBe(folder)
    expect(isEncrypted).toBe(false)
    expect(backups).toEqual([
      {
        ...asked,
        state: 'made',
        url: `${address}/${asked.id}/file`,
        finishedAt: expect.any(String),
        bytes: expect.any(Number),
        progress: expect.anything(),
      },
    ])
    expect(await files()).toEqual([asked.name])
  })

  it('[ACC-7-101] are made by one process at a time', async () => {
    const { id } = await ask()
    await Promise.all([run(), run(), run()])
    const { rows } = await sql`select attempts from backups where id = ${id}`.execute(forum.db)
    expect(rows).toEqual([{ attempts: 1 }])
    expect((await find(id)).state).toBe('made')
  })

  it('[ACC-7-101] show their progress', async () => {
    const { id } = await ask()
    let seen: Backup | undefined
    const { open } = forum.files
    await forum.post(admin, 'birding', { type: 'image', images: 1 })
    const watching: Forum['files'] = {
      ...forum.files,
      async open(...given) {
        seen ??= await find(id)
        return open(...given)
      },
    }
    await run({ files: watching })
    expect(seen?.state).toBe('running')
    expect(seen?.progress.step).toBe('reading rows')
    expect(seen?.progress.total).toBeGreaterThanOrEqual(0)
  })

  it('[ACC-7-101] restart after a shutdown, and are given up after three killed processes', async () => {
    const { id } = await ask()
    const stopping = new AbortController()
    stopping.abort(new Error('the program ends'))
    await expect(run({}, stopping.signal)).rejects.toThrow()
    expect((await find(id)).state).toBe('waiting')
    // The state that a killed process leaves.
    await sql`update backups set state = 'running', attempts = 1 where id = ${id}`.execute(forum.db)
    await run()
    expect((await find(id)).state).toBe('made')
    await nextSecond()
    const other = await ask()
    await sql`update backups set state = 'running', attempts = 3 where id = ${other.id}`.execute(forum.db)
    await expect(run()).rejects.toThrow('could not be made')
    expect(await find(other.id)).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('stopped'),
    })
  })

  it('[ACC-7-106] that fail are reported with the reason, in the log, in the list, and to every admin until one succeeds', async () => {
    const other = await forum.member('second_keeper', { isAdmin: true })
    const former = await forum.member('former_keeper')
    const { id } = await ask()
    const config = { ...forum.config, backupDir: join(forum.config.dataDir, 'a-file', 'backups') }
    await writeFile(join(forum.config.dataDir, 'a-file'), '')
    await expect(run({ config })).rejects.toThrow(/could not be made: .*ENOTDIR/)
    expect(await find(id)).toMatchObject({ state: 'failed', failure: expect.stringContaining('ENOTDIR') })
    const initial = async (who: Client) => (await who.get('/api/_initial')).json()
    expect(await initial(admin)).toMatchObject({ backupFailed: true })
    const notified = async (who: Client) =>
      (await who.get('/api/notifications?render=page')).json<{ items: Notification[] }>().items.slice(0, 1)
    for (const keeper of [admin, other])
      expect(await notified(keeper)).toMatchObject([
        {
          type: 'backup_failed',
          title: expect.stringMatching(/^The backup folkmoot-\S+ could not be made: .*ENOTDIR/),
          toURL: '/admin/backups',
          seen: false,
        },
      ])
    expect(await notified(former)).toEqual([])
    expect(await initial(await forum.member('reader'))).not.toHaveProperty('backupFailed')
    await nextSecond()
    await ask()
    await run()
    expect(await initial(admin)).not.toHaveProperty('backupFailed')
  })

  it('[ACC-7-078] are on the page about the system: the last one, and the last successful one', async () => {
    const shown = async (settings = forum.settings) => {
      const { backups } = await getSystemState({ ...forum, settings, orders: createOrders({ seconds: 0 }) })
      const { last, lastMade } = backups
      const asSent = (backup: typeof last) =>
        backup && {
          ...backup,
          askedAt: wholeSeconds(backup.askedAt),
          finishedAt: wholeSeconds(backup.finishedAt ?? ''),
        }
      return { ...backups, last: asSent(last), lastMade: asSent(lastMade) }
    }
    expect(await shown()).toEqual({ isDaily: false, last: null, lastMade: null })
    const { id: first } = await made()
    expect(await shown(withDaily().settings)).toEqual({
      isDaily: true,
      last: await find(first),
      lastMade: await find(first),
    })
    await sql`insert into backups (name, reason, state, failure) values ('later', 'daily', 'failed', 'no room')`.execute(
      forum.db,
    )
    expect(await shown()).toMatchObject({
      last: { name: 'later', state: 'failed', failure: 'no room' },
      lastMade: { id: first, state: 'made', bytes: expect.any(Number) },
    })
  })

  it('[ACC-7-102] are deleted with their file, which only admins read in the moderation log', async () => {
    const { id, name } = await made()
    expect((await admin.delete(`${address}/${id}`)).json()).toEqual({ success: true })
    expect((await list()).backups).toEqual([])
    expect((await admin.delete(`${address}/${id}`)).json()).toEqual(errors.backupNotFound)
    await run()
    expect(await files()).toEqual([])
    const { items } = (await admin.get('/api/modlog?action=delete_backup')).json()
    expect(items[0]).toMatchObject({ action: 'delete_backup', details: { backupName: name } })
    const guest = await forum.guest()
    expect((await guest.get('/api/modlog')).body).not.toContain(name)
  })

  it('[ACC-7-103] are downloaded by admins who gave their password recently, and by nobody else', async () => {
    const { id, name, bytes } = await made()
    const url = `${address}/${id}/file`
    expect((await (await forum.guest()).get(url)).json()).toEqual(errors.notLoggedIn)
    expect((await (await forum.member('curious')).get(url)).json()).toEqual(errors.notAdmin)
    await givenPassword(admin, 11)
    expect((await list()).mayDownload).toBe(false)
    expect((await admin.get(url)).json()).toEqual(errors.passwordNeeded)
    await givenPassword(admin, 9)
    expect((await list()).mayDownload).toBe(true)
    const answer = await admin.get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="${name}"`,
      'content-type': 'application/octet-stream',
    })
    expect(answer.rawPayload).toHaveLength(bytes ?? 0)
    const { items } = (await admin.get('/api/modlog?action=download_backup')).json()
    expect(items.map(({ details }: { details: { backupName: string } }) => details.backupName)).toEqual([
      name,
    ])
    for (const other of ['0', "1'", '../x', '9'.repeat(30)])
      expect((await admin.get(`${address}/${encodeURIComponent(other)}/file`)).json()).toEqual(
        errors.backupNotFound,
      )
    const waiting = await ask()
    expect((await admin.get(`${address}/${waiting.id}/file`)).json()).toEqual(errors.backupNotFound)
  })

  it('[ACC-7-103] without a file are not found', async () => {
    const id = await listed(forum)
    await givenPassword(admin, 1)
    expect((await admin.get(`${address}/${id}/file`)).json()).toEqual(errors.backupNotFound)
  })

  it('[ACC-7-104] are made once a day if that is set, and the configured number is kept', {
    tags: ['long'],
  }, async () => {
    const manual = await made()
    await run()
    expect((await list()).backups).toHaveLength(1)
    const names: string[] = []
    for (const _day of [1, 2, 3]) {
      await Promise.all([run(withDaily()), run(withDaily())])
      await run(withDaily())
      const [newest] = (await list()).backups
      expect(newest).toMatchObject({ reason: 'daily', state: 'made' })
      names.push(newest?.name ?? '')
      // A day passes.
      await sql`update backups set asked_at = asked_at - interval '1 day'`.execute(forum.db)
      await nextSecond()
    }
    expect(new Set(names).size).toBe(3)
    expect((await list()).backups.map(({ name }) => name)).toEqual([names[2], names[1], manual.name])
    expect((await files()).toSorted()).toEqual([names[1], names[2], manual.name].toSorted())
  })

  it('[ACC-7-104] wait for their hour', async () => {
    const { rows } = await sql<{ hour: number }>`
      select extract(hour from now() at time zone 'UTC')::integer as hour`.execute(forum.db)
    const hour = rows[0]?.hour ?? 0
    const next = (hour + 1) % 24
    // Yesterday's, made soon after its hour.
    await sql`insert into backups (name, reason, state, asked_at)
      values ('yesterday', 'daily', 'made', now() - interval '22 hours')`.execute(forum.db)
    await run(withDaily(7, next))
    expect((await list()).backups).toHaveLength(1)
    await run(withDaily(7, hour))
    expect((await list()).backups).toHaveLength(2)
  })

  it('[ACC-7-105] [ACC-7-106] are verified, and every admin is notified of a damaged one', async () => {
    const { id, name } = await made()
    expect((await admin.post(`${address}/${id}/verification`)).json()).toMatchObject({
      verification: 'waiting',
    })
    await run()
    expect(await find(id)).toMatchObject({ verification: 'sound', verifiedAt: expect.any(String) })
    await writeFile(join(folder, name), 'no backup')
    await admin.post(`${address}/${id}/verification`)
    await expect(run()).rejects.toThrow(/verification .* failed/)
    expect(await find(id)).toMatchObject({
      verification: 'failed',
      verificationFailure: expect.stringMatching(/not a backup|no backup/i),
    })
    const { items } = (await admin.get('/api/notifications?render=page')).json<{ items: Notification[] }>()
    expect(items[0]).toMatchObject({
      type: 'backup_failed',
      title: expect.stringContaining(`The verification of the backup ${name} failed: `),
      toURL: '/admin/backups',
    })
    expect((await admin.get('/api/_initial')).json()).toMatchObject({ backupFailed: true })
  })

  it('[ACC-7-105] that fail are mailed to every admin with a confirmed address', async () => {
    const server = await startMailServer()
    onTestFinished(() => server.close())
    const mailing = { ...forum, config: { ...forum.config, ...parseConfig(server.environment) } }
    const confirmed = await forum.member('reachable', { isAdmin: true })
    const former = await forum.member('former_admin', { isAdmin: true })
    await sql`update users set email = username || '@mail.example', email_confirmed_at = now()
      where id in (${confirmed.id}, ${former.id})`.execute(forum.db)
    await sql`update users set email = 'typo@mail.example' where id = ${admin.id}`.execute(forum.db)
    const { id, name } = await made()
    await writeFile(join(folder, name), 'no backup')
    await admin.post(`${address}/${id}/verification`)
    await sql`delete from graphile_worker._private_jobs`.execute(forum.db)
    await expect(run()).rejects.toThrow(/verification .* failed/)
    await sql`update users set is_admin = false where id = ${former.id}`.execute(forum.db)
    const { rows } = await sql<{ payload: unknown }>`
      select payload from graphile_worker._private_jobs as jobs
      join graphile_worker._private_tasks as tasks on tasks.id = task_id
      where identifier = ${backupFailureMailTask}`.execute(forum.db)
    expect(rows).toHaveLength(2)
    for (const { payload } of rows) await mailBackupFailure(mailing, payload)
    expect(server.mails).toEqual([
      expect.objectContaining({
        to: ['reachable@mail.example'],
        source: expect.stringContaining(`The verification of the backup ${name} failed`),
      }),
    ])
    expect(server.mails[0]?.source).toContain('http://forum.example/admin/backups')
  })

  it('[ACC-7-105] are not verified again automatically after a killed verification', async () => {
    const id = await listed(forum)
    await sql`update backups set verification = 'running' where id = ${id}`.execute(forum.db)
    await expect(run()).rejects.toThrow(/verification .* failed/)
    expect(await find(id)).toMatchObject({
      verification: 'failed',
      verificationFailure: expect.stringContaining('stopped'),
    })
    await run()
  })

  it('[ACC-7-100] are encrypted with the passphrase of the configuration, which the list says and never shows', async () => {
    const config = { ...forum.config, backupPassphrase: 'correct horse' }
    const { createApp } = await import('../../app.ts')
    const app = await createApp({ ...forum, config })
    onTestFinished(() => app.close())
    const { name } = (
      await app.inject({ method: 'POST', url: address, headers: admin.headers() })
    ).json<Backup>()
    expect(name).toMatch(/\.tar\.gz\.age$/)
    const answer = await app.inject({ url: address, headers: admin.headers() })
    expect(answer.json()).toMatchObject({ isEncrypted: true })
    expect(answer.body).not.toContain('correct horse')
    await run({ config })
    expect(existsSync(join(folder, name))).toBe(true)
  })
})
