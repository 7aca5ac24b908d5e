import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/postgres.ts'
import { type Database, openDatabase } from './connection.ts'
import { queryRow, type Statement } from './statement.ts'

interface Parameters {
  readonly limit: number
}
interface Row {
  readonly n: number
}

const statement = (name: string): Statement<Parameters, Row> => ({
  name,
  text: `select \${limit} as n, '${name}'`,
  parameters: [],
  literals: ['limit'],
})

let store: TestDatabase
let database: Database
beforeAll(async () => {
  store = await testDatabase()
  database = openDatabase(store.connection, { connections: 1 })
})
afterAll(async () => {
  await database.close()
  await store.drop()
})

describe('a statement with a number in its text', () => {
  it('is prepared for a hundred numbers, and leaves the names of others alone', async () => {
    for (let limit = 1; limit <= 120; limit += 1)
      expect(await queryRow(database.db, statement('asked_with_many'), { limit })).toMatchObject({ n: limit })
    await queryRow(database.db, statement('asked_later'), { limit: 1 })
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like '%asked%' and name <> ''`.execute(
      database.db,
    )
    expect(rows.filter(({ statement }) => statement.includes('asked_with_many'))).toHaveLength(100)
    expect(rows.filter(({ statement }) => statement.includes('asked_later'))).toHaveLength(1)
  })
})
