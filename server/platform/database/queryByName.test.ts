import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/postgres.ts'
import { queryByName } from './queryByName.ts'

let store: TestDatabase
let client: pg.Client
beforeAll(async () => {
  store = await testDatabase()
})
beforeEach(async () => {
  client = new pg.Client(store.connection)
  await client.connect()
  await client.query('create table birds (id integer primary key, name text, seen_at timestamptz)')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await client.query('drop table birds')
  await client.end()
})
afterAll(() => store.drop())

const insert = (id: number, name: string | null) =>
  queryByName(client, {
    name: 'insertBird',
    text: "insert into birds values ($1, $2, '2026-01-02T03:04:05Z')",
    values: [id, name],
  })
const find = (id: number) =>
  queryByName(client, { name: 'findBird', text: 'select * from birds where id = $1', values: [id] })

describe('a prepared statement', () => {
  it('is described once on each connection, and its rows are the same each time', async () => {
    const describing = vi.spyOn(pg.Connection.prototype as unknown as { describe(): void }, 'describe')
    await insert(1, 'wren')
    await insert(2, null)
    describing.mockClear()
    const rows = [{ id: 1, name: 'wren', seen_at: new Date('2026-01-02T03:04:05Z') }]
    for (let n = 0; n < 3; n += 1)
      expect(await find(1)).toMatchObject({ rows, rowCount: 1, command: 'SELECT' })
    expect((await find(2)).rows).toEqual([{ ...rows[0], id: 2, name: null }])
    expect((await find(3)).rows).toEqual([])
    expect(describing).toHaveBeenCalledTimes(1)
    const other = new pg.Client(store.connection)
    await other.connect()
    expect((await queryByName(other, { name: 'findBird', text: 'select 1 as one' })).rows).toEqual([
      { one: 1 },
    ])
    await other.end()
    expect(describing).toHaveBeenCalledTimes(2)
  })

  it('without rows says each time how many it has written', async () => {
    for (const id of [1, 2, 3]) expect(await insert(id, 'robin')).toMatchObject({ rows: [], rowCount: 1 })
  })

  it('goes on after a failure', async () => {
    await insert(1, 'wren')
    await find(1)
    const failed = await insert(1, 'wren').catch((error) => error)
    expect(failed).toMatchObject({ code: '23505', stack: expect.stringContaining('queryByName') })
    await expect(
      queryByName(client, { name: 'wrong', text: 'select nothing from birds' }),
    ).rejects.toMatchObject({ code: '42703' })
    expect((await find(1)).rows).toHaveLength(1)
  })

  it('is refused when its columns have changed', async () => {
    await insert(1, 'wren')
    await find(1)
    await client.query('alter table birds add column note text')
    await expect(find(1)).rejects.toThrow('cached plan must not change result type')
  })
})
