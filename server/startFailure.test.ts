import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { scratchRoot } from '../tests/support/cluster.ts'
import { addressOf } from '../tests/support/commandLine.ts'
import { ask, testDatabase } from '../tests/support/postgres.ts'
import { parseConfig } from './config.ts'
import { CannotStart } from './platform/database/cannotStart.ts'
import { acquireServerLock } from './platform/database/serverLock.ts'
import { openServerDatabase } from './start.ts'
import { explainListenFailure, explainStartFailure } from './startFailure.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(scratchRoot(), 'folkmoot-start-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The message after a failed start with these settings. */
async function messageOf(environment: Record<string, string>): Promise<string | undefined> {
  const config = parseConfig({ DATA_DIR: folder, ...environment })
  const failure = await openServerDatabase(config, () => {}).then(
    () => null,
    (error: unknown) => error,
  )
  return explainStartFailure(failure, config)?.message
}

describe('a start that fails', () => {
  it('says that no PostgreSQL answers there', async () => {
    expect(await messageOf({ DATABASE_URL: 'postgres://someone@127.0.0.1:9/forum' })).toMatch(
      /^PostgreSQL at 127\.0\.0\.1:9 does not answer .*DATABASE_URL/,
    )
  })

  it('says that the database does not exist', async () => {
    const { connection, drop } = await testDatabase()
    await drop()
    const { host, user, database } = connection
    const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(String(host))}`
    expect(await messageOf({ DATABASE_URL: url })).toMatch(/does not exist .* DATABASE_URL/)
  })

  it('says that PostgreSQL is too old, or else that it is newer than the tested ones', async () => {
    const store = await testDatabase()
    const pretend = (version: string) =>
      ask(
        store.connection,
        `create schema if not exists pretended;
        create or replace function pretended.current_setting(text) returns text language sql return '${version}';
        alter database ${store.connection.database} set search_path = pretended, public, pg_catalog`,
      )
    const environment = { DATA_DIR: folder, DATABASE_URL: addressOf(store) }
    try {
      await pretend('150014')
      expect(await messageOf(environment)).toBe(
        'PostgreSQL 15 is too old. Folkmoot needs version 16 or newer.',
      )
      await pretend('190001')
      const said: string[] = []
      const { close } = await openServerDatabase(parseConfig(environment), (line) => said.push(line))
      await close()
      expect(said).toContain(
        'Warning: PostgreSQL 19 is newer than the versions that this Folkmoot was tested with (16 to 18).',
      )
    } finally {
      await store.drop()
    }
  })

  it('says that the data directory is a file', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(await messageOf({ DATA_DIR: file })).toBe(
      `${file} is a file, not a folder. Choose a folder with DATA_DIR.`,
    )
  })

  it.each([
    ['EACCES', /may not write to \/srv\/data/],
    ['EROFS', /read-only/],
    ['ENOSPC', /The disk of .* is full/],
  ])('says what %s means', (code, sentence) => {
    const error = Object.assign(new Error(code), { code, syscall: 'mkdir', path: '/srv/data' })
    expect(explainStartFailure(error, { databaseUrl: '', dataDir: '/srv/data' })?.message).toMatch(sentence)
  })

  it('says that the database belongs to another program, or cannot store every text', async () => {
    const other = await testDatabase()
    const { connection } = other
    await ask(connection, 'drop schema public cascade; create schema public; create table users (name text)')
    expect(await messageOf({ DATABASE_URL: addressOf(other) })).toMatch(
      /belongs to another program: it has a table "users"\. Create an empty database/,
    )
    const name = `latin_${connection.database}`
    await ask(
      connection,
      `create database ${name} encoding 'LATIN1' locale_provider libc locale 'C' template template0`,
    )
    const latin = { connection: { ...connection, database: name } }
    expect(await messageOf({ DATABASE_URL: addressOf(latin) })).toMatch(
      /has the encoding LATIN1, .* encoding 'UTF8' template template0;$/,
    )
    await ask(connection, `drop database ${name}`)
    await other.drop()
  })

  it.each([
    ['foo', 'ENOTFOUND'],
    ['203.0.113.9', 'EADDRNOTAVAIL'],
  ])('says that %s is not an address of this machine', (host, code) => {
    const error = Object.assign(new Error(code), { code, syscall: 'listen' })
    expect(explainListenFailure(error, { host, port: 8080 })?.message).toMatch(
      new RegExp(`^${host} is not an address of this machine\\. .*HOST=`),
    )
  })

  it.each([
    ['EACCES', 'open', /may not read or write \/media\/forum\.tar\.gz/],
    ['EISDIR', 'read', /\/media\/forum\.tar\.gz is a folder/],
    ['ENOENT', 'open', /no file or folder \/media\/forum\.tar\.gz/],
    ['ENOSPC', 'write', /disk of \/media\/forum\.tar\.gz is full/],
  ])('says what %s of a file elsewhere means', (code, syscall, sentence) => {
    const error = Object.assign(new Error(code), { code, syscall, path: '/media/forum.tar.gz' })
    const config = { databaseUrl: 'postgres://h/d', dataDir: '/srv/data' }
    expect(explainStartFailure(error, config)?.message).toMatch(sentence)
  })

  it('reports a copy of a running data directory', () => {
    const lock = acquireServerLock(join(folder, 'running'))
    cpSync(join(folder, 'running'), join(folder, 'copy'), { recursive: true })
    expect(() => acquireServerLock(join(folder, 'copy'))).toThrow(
      /was copied while the server .* was running/,
    )
    lock.release()
  })

  it('keeps the stack of unexpected errors', () => {
    expect(
      explainStartFailure(new TypeError('x is undefined'), { databaseUrl: '', dataDir: folder }),
    ).toBeNull()
    expect(explainStartFailure(new CannotStart('known'), { databaseUrl: '', dataDir: folder })?.message).toBe(
      'known',
    )
  })
})
