import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { scratchRoot } from '../../../tests/support/cluster.ts'
import { createApp } from '../../app.ts'
import { parseConfig } from '../../config.ts'
import { indexTexts } from '../../features/search/indexTexts.ts'
import { openResources, type Resources } from '../../resources.ts'
import { openServerDatabase } from '../../start.ts'
import { noOverload } from '../http/overload.ts'
import { openConfiguredDatabase } from './open.ts'
import { programRole } from './programRole.ts'

const dataDir = mkdtempSync(join(scratchRoot(), 'folkmoot-role-'))
const config = parseConfig({
  DATA_DIR: dataDir,
  CAPTCHA: 'off',
  RATE_LIMITS: 'off',
  OVERLOAD_DELAY_MS: '0',
  LOG_LEVEL: 'error',
})
let resources: Resources
const failures: string[] = []
beforeAll(async () => {
  // A data directory from before the role existed.
  const earlier = await openConfiguredDatabase(config)
  expect((await sql`select from pg_roles where rolname = ${programRole}`.execute(earlier.db)).rows).toEqual(
    [],
  )
  await earlier.close()
  const log = (line: string) => failures.push(line)
  resources = await openResources(config, await openServerDatabase(config, log), log)
})
afterAll(async () => {
  await resources.close()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('a server on the private PostgreSQL', () => {
  it('connects as a role that can only read and write rows, with timeouts', async () => {
    const { rows } = await sql`
      select rolname as name, rolsuper or rolcreatedb or rolcreaterole or rolreplication as privileged,
        current_setting('lock_timeout') as lock_timeout,
        (select setconfig from pg_db_role_setting where setrole = pg_roles.oid) as bounds
      from pg_roles where rolname = current_user`.execute(resources.db)
    expect(rows).toEqual([
      {
        name: programRole,
        privileged: false,
        lock_timeout: '15s',
        bounds: ['statement_timeout=10min', 'lock_timeout=15s', 'idle_in_transaction_session_timeout=2min'],
      },
    ])
  })

  it.each([
    'select rolpassword from pg_authid',
    "copy (select 1) to program 'true'",
    "select pg_read_file('postgresql.conf')",
    'create table anything ()',
    'drop table posts',
    'alter table users disable trigger all',
    'set session authorization folkmoot',
    'set role folkmoot',
    'alter role folkmoot_program superuser',
    'create extension plpython3u',
  ])('may not: %s', async (statement) => {
    await expect(sql.raw(statement).execute(resources.db)).rejects.toMatchObject({ code: '42501' })
  })

  it('can do everything that a forum does', async () => {
    const logged = vi.spyOn(console, 'log').mockImplementation(() => {})
    onTestFinished(() => logged.mockRestore())
    const app = await createApp({ ...resources, overload: noOverload })
    const cookies: Record<string, string> = {}
    const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, body: object = {}) => {
      const response = await app.inject({
        method,
        url,
        cookies,
        headers: { 'x-csrf-token': cookies.csrftoken ?? '' },
        ...(method !== 'GET' && { payload: JSON.stringify(body) }),
      })
      for (const { name, value } of response.cookies) cookies[name] = value
      expect([url, response.statusCode < 300, response.body]).toEqual([url, true, response.body])
      return response.json()
    }
    await call('GET', '/api/_initial')
    await call('POST', '/api/_signup', { username: 'the_first', password: 'a fine password' })
    await call('POST', '/api/communities', { name: 'birding', about: 'Birds.' })
    const post = await call('POST', '/api/posts', {
      type: 'text',
      title: 'Owls at dusk',
      body: 'Many.',
      community: 'birding',
    })
    await call('POST', `/api/posts/${post.publicId}/comments`, { body: 'How many?' })
    await call('POST', '/api/_postVote', { postId: post.id, up: false })
    await call('POST', '/api/_export')
    const running = new AbortController().signal
    for (const language of ['german', 'english'])
      await indexTexts(resources.db, { language: language as 'english', signal: running })
    expect(JSON.stringify(await call('GET', '/api/search?q=owl'))).toContain('Owls at dusk')
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from graphile_worker._private_jobs where last_error is not null`.execute(
      resources.db,
    )
    expect(rows).toEqual([{ count: 0 }])
    await call('DELETE', `/api/posts/${post.publicId}?deleteAs=admins&deleteContent=true`)
    await app.close()
    expect(logged.mock.calls.flat().filter((line) => /background job failed/.test(line))).toEqual([])
  })
})

it('a command of the operator connects as the owner', async () => {
  const database = await openConfiguredDatabase(config)
  const client = new pg.Client(database.connection)
  await client.connect()
  await client.query('create table made_by_a_command (); drop table made_by_a_command')
  await client.end()
  await database.close()
})
