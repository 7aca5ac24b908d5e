import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addressOf, startCommandLine } from '../../tests/support/commandLine.ts'
import { parseConfig } from '../config.ts'
import { watchIpBlocks } from '../core/ipBlocks/watch.ts'
import { watchSettings } from '../core/settings/live.ts'
import { watchDatabase } from '../platform/database/watch.ts'
import { openResources } from '../resources.ts'
import { openServerDatabase } from '../start.ts'

const { database, folder, folkmoot, testing } = await startCommandLine()

describe('unblock', () => {
  const block = (network: string) =>
    sql`
    with state as (update ip_block_state set version = version + 1 returning version)
    insert into ip_blocks (network, created_by, changed)
    select ${network}::cidr, id, version from state, users where username = 'nobody'`.execute(database.db)
  const blocked = async () =>
    (
      await sql<{ network: string }>`select network::text from ip_blocks where cancelled_at is null`.execute(
        database.db,
      )
    ).rows.map(({ network }) => network)

  it('ends all blocks of an address, and no others, and notifies servers', async () => {
    for (const network of ['203.0.113.0/24', '203.0.0.0/16', '198.51.100.7', '2001:db8::/32'])
      await block(network)
    const connection = await watchDatabase(testing.connection, () => {})
    const watch = await watchIpBlocks(connection)
    const { exitCode, said } = await folkmoot('unblock ::ffff:203.0.113.9')
    expect(exitCode).toBe(0)
    expect(said.split('\n').sort()).toEqual([
      '203.0.0.0/16 is no longer blocked.',
      '203.0.113.0/24 is no longer blocked.',
    ])
    expect(await blocked()).toEqual(['198.51.100.7/32', '2001:db8::/32'])
    await expect.poll(() => watch.isBlocked('203.0.113.9')).toBe(false)
    expect(watch.isBlocked('198.51.100.7')).toBe(true)
    await connection.close()
  })

  it('is in the moderation log, for each range', async () => {
    const { rows } = await sql`
      select action, details ->> 'address' as address, username from moderation_log join users on users.id = actor_id
      where action = 'cancel_ip_block' order by details ->> 'address'`.execute(database.db)
    expect(rows).toEqual(
      ['203.0.0.0/16', '203.0.113.0/24'].map((address) => ({
        action: 'cancel_ip_block',
        address,
        username: 'nobody',
      })),
    )
  })

  it('ends all blocks', async () => {
    expect((await folkmoot('unblock --all')).exitCode).toBe(0)
    expect(await blocked()).toEqual([])
    expect(await folkmoot('unblock --all')).toMatchObject({ exitCode: 1, reported: 'No address is blocked.' })
  })

  it('unblocks the Tor network, and reports when an address is a blocked exit node', async () => {
    await sql`update ip_block_state set tor_exits = '{203.0.113.7}', tor_exits_version = 1`.execute(
      database.db,
    )
    await database.db.updateTable('site_settings').set({ tor_blocked: true }).execute()
    const connection = await watchDatabase(testing.connection, () => {})
    const watch = await watchIpBlocks(connection)
    expect((await folkmoot('unblock 203.0.113.7')).said).toContain('an exit node of the Tor network')
    expect(watch.isBlocked('203.0.113.7')).toBe(true)
    expect((await folkmoot('unblock --tor')).exitCode).toBe(0)
    await expect.poll(() => watch.isBlocked('203.0.113.7')).toBe(false)
    expect(await folkmoot('unblock --tor')).toMatchObject({ exitCode: 1 })
    expect(await folkmoot('unblock 203.0.113.7')).toMatchObject({ exitCode: 1 })
    await connection.close()
  })

  it.each(['unblock', 'unblock here', 'unblock 203.0.113.7 --tor', 'unblock 1.2.3.4/99'])(
    'rejects the arguments of "%s"',
    async (args) => {
      expect((await folkmoot(args)).exitCode).toBe(2)
    },
  )
})

describe('settings', () => {
  const siteName = async () => (await folkmoot('settings get siteName')).said

  it('are listed, read, changed and reset to their default', async () => {
    expect((await folkmoot('settings list')).said.split('\n')).toEqual(
      expect.arrayContaining(['# site', 'siteName = Folkmoot', 'imagePosts = on', 'postsPerDay = 70']),
    )
    expect(await folkmoot('settings set siteName Riverside Allotments')).toMatchObject({
      exitCode: 0,
      said: 'siteName is now Riverside Allotments.',
    })
    expect(await siteName()).toBe('Riverside Allotments')
    expect((await folkmoot('settings set aboutCommunities meta,help_desk')).said).toBe(
      'aboutCommunities is now meta,help_desk.',
    )
    expect((await folkmoot('settings set aboutCommunities off')).said).toBe('aboutCommunities is now off.')
    expect((await folkmoot('settings reset siteName')).said).toBe('siteName is now Folkmoot.')
    expect((await folkmoot('settings reset siteName')).said).toBe('siteName is already Folkmoot.')
    const { rows } = await sql`select name, before, after, changed_by from setting_changes
      where name = 'siteName' order by id`.execute(database.db)
    expect(rows).toEqual([
      { name: 'siteName', before: null, after: 'Riverside Allotments', changed_by: null },
      { name: 'siteName', before: 'Riverside Allotments', after: null, changed_by: null },
    ])
  })

  it('take effect in a running server', async () => {
    const watch = await watchDatabase(testing.connection, () => {})
    try {
      const { values } = await watchSettings(watch, {})
      await folkmoot('settings set imagesPerPost 3')
      await expect.poll(() => values.imagesPerPost).toBe(3)
    } finally {
      await watch.close()
    }
  })

  it.each([
    ['settings set imagesPerPost many', 'imagesPerPost must be a whole number from 1 to 100, not "many".'],
    ['settings set motto none', 'There is no setting "motto". "./folkmoot settings list" lists all of them.'],
    ['settings set docsUrl https://a.example', 'docsUrl is set by the environment variable DOCS_URL.'],
    ['settings reset docsUrl', 'docsUrl is set by the environment variable DOCS_URL.'],
  ])('refuse "%s"', async (args, reported) => {
    const environment = { DOCS_URL: 'https://docs.example.org' }
    expect(await folkmoot(args, { environment })).toMatchObject({ exitCode: 1, reported })
    expect((await folkmoot('settings get docsUrl', { environment })).said).toBe('https://docs.example.org/')
  })
})

describe('worker', () => {
  it('runs the jobs of a server with JOBS=off', async () => {
    const environment = { DATA_DIR: folder, DATABASE_URL: addressOf(testing), LOG_LEVEL: 'silent' }
    const jobs = async () =>
      (
        await sql<{ task: string }>`select task_identifier as task from graphile_worker.jobs`.execute(
          database.db,
        )
      ).rows.map(({ task }) => task)
    const log = () => {}
    const config = parseConfig({ ...environment, JOBS: 'off' })
    const server = await openResources(config, await openServerDatabase(config, log), log)
    await sql`insert into rate_limits values ('\\x00', 1, now() - interval '1 second')`.execute(database.db)
    await sql`select graphile_worker.add_job('delete_ended_rate_limits')`.execute(database.db)
    // A server with jobs enqueues some at each start.
    expect(await jobs()).toEqual(['delete_ended_rate_limits'])
    const stop = new AbortController()
    const worker = folkmoot('worker', { environment, interrupted: stop.signal })
    const ended = () => sql`select from rate_limits`.execute(database.db)
    await expect.poll(async () => (await ended()).rows).toEqual([])
    await server.close()
    stop.abort()
    expect(await worker).toMatchObject({ exitCode: 0, reported: '' })
  })
})
