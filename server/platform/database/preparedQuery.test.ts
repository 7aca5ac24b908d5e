import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/postgres.ts'
import { DatabaseClient } from './client.ts'

let store: TestDatabase
let client: DatabaseClient
beforeAll(async () => {
  store = await testDatabase()
})
beforeEach(async () => {
  client = new DatabaseClient(store.connection)
  await client.connect()
  await client.query('create table birds (id integer primary key, name text, seen_at timestamptz)')
})
afterEach(async () => {
  await client.query('drop table birds')
  await client.end()
})
afterAll(() => store.drop())

const insertText = "insert into birds values ($1, $2, '2026-01-02T03:04:05Z')"
const insert = (id: number, name: string | null) =>
  client.query({ name: 'insertBird', text: insertText, values: [id, name] })
const find = (id: number, on = client) =>
  on.query({ name: 'findBird', text: 'select * from birds where id = $1', values: [id] })
const wren = { id: 1, name: 'wren', seen_at: new Date('2026-01-02T03:04:05Z') }

/** How often PostgreSQL has described columns, or their absence. */
function descriptions(of: DatabaseClient): { count: number } {
  const described = { count: 0 }
  const { connection } = of as unknown as { connection: pg.Connection }
  for (const message of ['rowDescription', 'noData'])
    connection.on(message, () => {
      described.count += 1
    })
  return described
}

describe('a prepared statement', () => {
  it('is described once on each connection, and its rows are the same each time', async () => {
    await insert(1, 'wren')
    await insert(2, null)
    const described = descriptions(client)
    for (let n = 0; n < 3; n += 1)
      expect(await find(1)).toMatchObject({ rows: [wren], rowCount: 1, command: 'SELECT' })
    expect((await find(2)).rows).toEqual([{ ...wren, id: 2, name: null }])
    expect((await find(3)).rows).toEqual([])
    expect(described.count).toBe(1)
    const other = new DatabaseClient(store.connection)
    await other.connect()
    const describedOnOther = descriptions(other)
    expect((await find(1, other)).rows).toEqual([wren])
    expect(describedOnOther.count).toBe(1)
    await other.end()
  })

  it('without rows says each time how many it has written', async () => {
    const described = descriptions(client)
    for (const id of [1, 2, 3])
      expect(await insert(id, 'robin')).toMatchObject({ rows: [], rowCount: 1, command: 'INSERT' })
    expect(described.count).toBe(1)
  })

  it('goes on after a failure, which has the stack of the caller', async () => {
    await insert(1, 'wren')
    await find(1)
    const failed = await insert(1, 'wren').catch((error) => error)
    expect(failed).toMatchObject({ code: '23505', stack: expect.stringContaining('preparedQuery') })
    const wrong = { name: 'wrong', text: 'select nothing from birds' }
    for (let n = 0; n < 2; n += 1) await expect(client.query(wrong)).rejects.toMatchObject({ code: '42703' })
    expect((await find(1)).rows).toEqual([wren])
    expect(await insert(2, 'robin')).toMatchObject({ rowCount: 1 })
  })

  it('can fail the first time and give rows the second time', async () => {
    const divide = (by: number) =>
      client.query({ name: 'divide', text: 'select 6 / $1::integer as quotient', values: [by] })
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
    for (const by of [2, 3]) expect((await divide(by)).rows).toEqual([{ quotient: 6 / by }])
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
    expect((await divide(1)).rows).toEqual([{ quotient: 6 }])
  })

  it('is refused when its columns have changed, and others on the connection are not', async () => {
    await insert(1, 'wren')
    await find(1)
    await client.query('alter table birds rename column name to english')
    await expect(find(1)).rejects.toThrow('cached plan must not change result type')
    const again = await client.query({ name: 'findBirdAgain', text: 'select * from birds' })
    expect(again.rows).toEqual([{ id: 1, english: 'wren', seen_at: wren.seen_at }])
  })

  it('is described again when it is asked for rows in another form', async () => {
    await insert(1, 'wren')
    await find(1)
    const { rows } = await client.query({
      name: 'findBird',
      text: 'select * from birds where id = $1',
      values: [1],
      rowMode: 'array',
    })
    expect(rows).toEqual([Object.values(wren)])
    expect((await find(1)).rows).toEqual([wren])
  })
})

describe('other statements', () => {
  it('are described each time: those without a name, and several in one text', async () => {
    const described = descriptions(client)
    for (const n of [1, 2]) expect((await client.query('select $1::integer as n', [n])).rows).toEqual([{ n }])
    expect(described.count).toBe(2)
    const both = (await client.query('select 1 as n; select 2 as n')) as unknown as pg.QueryResult[]
    expect(both.map(({ rows }) => rows)).toEqual([[{ n: 1 }], [{ n: 2 }]])
  })
})
