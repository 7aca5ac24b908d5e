import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { bridgeTo } from '../../../tests/support/bridge.ts'
import { type Forum, startForum } from '../../../tests/support/forum.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { createApp } from '../../app.ts'
import { type Database, openDatabase } from '../../platform/database/connection.ts'
import { loadSecrets } from '../../platform/http/secrets.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.close())

describe('while the database is down', () => {
  it('calls get 503 with Retry-After, and work again when it is back', async () => {
    const bridge = await bridgeTo(forum.connection)
    const database: Database = openDatabase(
      { ...forum.connection, host: '127.0.0.1', port: bridge.port },
      { connections: 2 },
    )
    const secrets = await loadSecrets(database.db)
    const app = await createApp({ ...forum, db: database.db, secrets })
    const visit = () => app.inject('/api/_initial')
    expect((await visit()).statusCode).toBe(200)

    await bridge.cut()
    for (const response of await Promise.all([visit(), visit(), visit()])) {
      expect(response.statusCode).toBe(503)
      expect(response.json()).toEqual(errors.databaseUnavailable)
      expect(response.headers['retry-after']).toBe('2')
      expect(response.headers['content-type']).toBe('application/json; charset=UTF-8')
    }

    await bridge.repair()
    expect((await visit()).statusCode).toBe(200)
    await app.close()
    await database.close()
    await bridge.cut()
  })

  it('a call that loses its connection gets 503, and the next one succeeds', async () => {
    const member = await forum.member('steady_1')
    const { id } = await forum.community('steady_place')
    const blocker = await forum.database.pool.connect()
    await blocker.query('begin')
    await blocker.query('select from communities where id = $1 for update', [stored(id)])
    const waiting = member.post('/api/_joinCommunity', { communityId: id })
    await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
    const [pid] = await waitingStatements(forum.db)
    await sql`select pg_terminate_backend(${pid}::integer)`.execute(forum.db)
    const response = await waiting
    expect(response.statusCode).toBe(503)
    expect(response.json()).toEqual(errors.databaseUnavailable)
    await blocker.query('rollback')
    blocker.release()
    expect((await member.post('/api/_joinCommunity', { communityId: id })).json().noMembers).toBe(2)
  })
})

describe('an unexpected failure', () => {
  it('gets 500 without details', async () => {
    const site = await startForum({ LOG_LEVEL: 'silent' })
    const guest = await site.guest()
    await sql`alter table communities rename column about to something_else`.execute(site.db)
    const response = await guest.get('/api/communities')
    expect(response.statusCode).toBe(500)
    expect(response.json()).toEqual({ status: 500, message: 'Internal Server Error' })
    await site.close()
  })
})

describe('a full disk of PostgreSQL', () => {
  it('is the stated reason why a post is not stored, and reading still works', async () => {
    const site = await startForum({ LOG_LEVEL: 'silent' })
    const member = await site.member('rowan')
    await site.community('birding')
    await sql`create function find_no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(site.db)
    await sql`create trigger find_no_room before insert on posts execute function find_no_room()`.execute(
      site.db,
    )
    const refused = await member.post('/api/posts', { type: 'text', title: 'A wren', community: 'birding' })
    expect([refused.statusCode, refused.json()]).toEqual([507, errors.diskFull])
    expect((await member.get('/api/posts')).statusCode).toBe(200)
    await site.close()
  })
})
