import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, type TestDatabase, testDatabase } from './postgres.ts'

describe('a test database', () => {
  let mine: TestDatabase
  let other: TestDatabase
  beforeAll(async () => {
    mine = await testDatabase()
    other = await testDatabase()
  })
  afterAll(async () => {
    await Promise.all([mine.drop(), other.drop()])
  })

  it('has been migrated', async () => {
    expect(
      await ask(mine.connection, `select count(*)::int as n from kysely_migration where name like '0001%'`),
    ).toEqual([{ n: 1 }])
  })

  it('is used by nobody else', async () => {
    await ask(mine.connection, 'create table notes (id integer)')
    expect(await ask(other.connection, `select to_regclass('notes') as notes`)).toEqual([{ notes: null }])
  })
})
