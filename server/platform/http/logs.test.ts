import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../tests/support/postgres.ts'
import { parseConfig } from '../../config.ts'
import { openDatabase, type SlowStatement } from '../database/connection.ts'
import { messageOf } from '../log.ts'
import type { Failure } from './failures.ts'
import { createServer } from './server.ts'

const lines: string[] = []
const failures: Failure[] = []
const logTo = { write: (line: string) => void lines.push(line) }
const slowRequestMs = 150
let app: FastifyInstance

beforeAll(async () => {
  const config = parseConfig({ SLOW_REQUEST_MS: String(slowRequestMs), TRUST_PROXY: 'loopback' })
  app = await createServer(config, undefined, logTo)
  app.failureListener.call = (failure) => failures.push(failure)
  app.get('/members/:name/broken', async (request) => {
    const { name } = request.params as { name: string }
    throw new Error(`no mail to ${name}@example.org from 192.0.2.7 at /x?token=secret1`)
  })
  app.get('/members/:name/slow', async () => {
    await pause(2 * slowRequestMs)
    return 'late'
  })
  app.get('/members/:name/stream', { config: { isStream: true } }, async () => {
    await pause(2 * slowRequestMs)
    return 'long'
  })
  app.get('/quick', async () => 'soon')
})
beforeEach(() => {
  lines.length = 0
  failures.length = 0
})
afterAll(() => app.close())

const get = (url: string) =>
  app.inject({
    url,
    cookies: { SID: 'secret2' },
    headers: { 'x-forwarded-for': '198.51.100.9', 'user-agent': 'secret3' },
  })
const personal = /rowan|secret\d|example\.org|192\.0\.2\.7|198\.51\.100\.9/

describe('the log', () => {
  it('has a failure under the id in the answer, and nothing that identifies the client', async () => {
    const answer = await get('/members/rowan/broken?adminKey=secret4')
    expect(answer.statusCode).toBe(500)
    expect(lines).toHaveLength(1)
    const line = JSON.parse(lines[0] ?? '')
    expect(line).toMatchObject({
      level: 50,
      reqId: answer.headers['x-request-id'],
      method: 'GET',
      route: '/members/:name/broken',
      msg: 'request failed',
      err: { type: 'Error', message: 'no mail to (email) from (address) at /x?…' },
    })
    expect(line.err.stack).toContain('logs.test.ts')
    expect(lines.join()).not.toMatch(personal)
    expect(failures).toEqual([
      {
        requestId: answer.headers['x-request-id'],
        failedAt: expect.any(Date),
        method: 'GET',
        route: '/members/:name/broken',
        status: 500,
        message: expect.stringMatching(/^Error: no mail to \(email\) .*logs\.test\.ts:\d+:\d+\)$/),
      },
    ])
    expect(failures[0]?.message).not.toMatch(personal)
  })

  it('has only requests slower than SLOW_REQUEST_MS, with the pattern of their path', async () => {
    const answer = await get('/members/rowan/slow?key=secret4')
    await get('/members/rowan/stream')
    await get('/quick')
    expect(lines).toHaveLength(1)
    const line = JSON.parse(lines[0] ?? '')
    expect(line).toMatchObject({
      level: 40,
      reqId: answer.headers['x-request-id'],
      method: 'GET',
      route: '/members/:name/slow',
      status: 200,
      msg: 'slow request',
    })
    expect(line.ms).toBeGreaterThanOrEqual(slowRequestMs)
    expect(lines.join()).not.toMatch(personal)
  })

  it('has no line for a refusal or a path that does not exist', async () => {
    expect((await get('/nothing/here')).statusCode).toBe(404)
    expect(lines).toEqual([])
  })

  it('gives each request an id of its own', async () => {
    const ids = await Promise.all([get('/quick'), get('/quick'), get('/nothing')])
    expect(new Set(ids.map(({ headers }) => headers['x-request-id'])).size).toBe(3)
    expect(ids[0]?.headers['x-request-id']).toMatch(/^[0-9a-f]{10}-[0-9a-z]+$/)
  })
})

describe('slow statements', () => {
  it('are reported with their text and without their parameters', async () => {
    const store = await testDatabase()
    const database = openDatabase(store.connection, { connections: 1 })
    const slow: SlowStatement[] = []
    try {
      database.reportSlow(30, (one) => slow.push(one))
      await sql`select pg_sleep(0.06), ${'secret5'}::text`.execute(database.db)
      // Nothing takes a minute, however busy the machine is.
      database.reportSlow(60_000, (one) => slow.push(one))
      await sql`select 1`.execute(database.db)
      database.reportSlow(30, (one) => slow.push(one))
      await expect(
        sql`select 1 / length(pg_sleep(0.06)::text || ${''}::text)`.execute(database.db),
      ).rejects.toThrow()
    } finally {
      await database.close()
      await store.drop()
    }
    expect(slow).toMatchObject([
      { statement: 'select pg_sleep(0.06), $1::text' },
      { statement: 'select 1 / length(pg_sleep(0.06)::text || $1::text)' },
    ])
    expect(slow.every(({ ms }) => ms >= 30)).toBe(true)
  })
})

describe('the message of an error', () => {
  const ofDatabase = (code: string, message: string) =>
    Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code })

  it.each([
    [
      'a value',
      ofDatabase('22P02', 'invalid input syntax for type bigint: "rowan"'),
      'invalid input syntax for type bigint',
    ],
    [
      'a constraint',
      ofDatabase('23505', 'duplicate key value violates unique constraint "users_key"'),
      'duplicate key value violates unique constraint "users_key"',
    ],
    ['an address', new Error('connect ECONNREFUSED 2001:db8::1:5432'), 'connect ECONNREFUSED (address)'],
    ['a time', new Error('at 12:30:45 o’clock'), 'at 12:30:45 o’clock'],
    ['a long text', new Error('x'.repeat(9999)), 'x'.repeat(400)],
    ['no error', 'rowan', 'not an error'],
  ])('is kept without what it says of people: %s', (_what, error, expected) => {
    expect(messageOf(error)).toBe(expected)
  })
})
