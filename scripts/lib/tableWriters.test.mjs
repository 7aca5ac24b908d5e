import { describe, expect, it } from 'vitest'
import { forbiddenWrites } from './tableWriters.mjs'

const writers = { users: [{ folder: 'server/core/users', writes: 'badges' }] }
const owners = ['server/core/users/badges.ts', "db.updateTable('users')"]
const problemsOf = (file, code) => forbiddenWrites(writers, new Map([owners, [file, code]]), {})

describe('only the folders that are listed write a table:', () => {
  it.each([
    "db.insertInto('users').values(row)",
    "db.updateTable('users as author').set(columns)",
    "db\n  .deleteFrom(\n    'users')",
    'insert into users (username) select name from names',
    'update users set points = 1',
    'UPDATE users AS author\n  SET points = 1',
    'update users author set points = 1',
    'delete from users where id = :id',
    'merge into users using counted on true when matched then delete',
  ])('%s', (code) => {
    for (const file of ['server/features/voting/planted.ts', 'server/features/voting/planted.sql'])
      expect(problemsOf(file, code)).toEqual([
        `${file} writes users. See scripts/lib/tableWriters.mjs for who may.`,
      ])
    expect(problemsOf('server/core/users/planted.sql', code)).toEqual([])
  })
})

it.each([
  "db.selectFrom('users').forUpdate()",
  "db.updateTable('users_seen')",
  'select from users for no key update of users',
  'insert into user_mutes select id from users',
  '-- Nothing may update users here.',
])('reading is for everyone: %s', (code) => {
  expect(problemsOf('server/features/voting/planted.ts', code)).toEqual([])
})

it('a folder that writes a table no longer is taken off the list', () => {
  expect(forbiddenWrites(writers, new Map(), {})).toEqual([
    'server/core/users is listed as a writer of users, and is none.',
  ])
})

describe('a file whose table is only known at run time', () => {
  const file = 'server/core/users/planted.ts'
  const rendering = 'server/features/rendering/planted.ts'
  it.each(['db.updateTable(table).set(columns)', `update \${sql.table(table)} set points = 1`])(
    'is listed with the tables that it can be: %s',
    (code) => {
      expect(problemsOf(file, code)).toEqual([
        `${file} writes a table that it does not name. List it in scripts/lib/tableWriters.mjs.`,
      ])
      const files = new Map([owners, [rendering, code]])
      expect(forbiddenWrites(writers, files, { [rendering]: [] })).toEqual([])
      expect(forbiddenWrites(writers, files, { [rendering]: ['users'] })).toEqual([
        `${rendering} writes users. See scripts/lib/tableWriters.mjs for who may.`,
      ])
    },
  )

  it('is taken off the list when it writes none any more', () => {
    expect(forbiddenWrites(writers, new Map([owners]), { [file]: [] })).toEqual([
      `${file} is listed as a writer of tables that it does not name, and is none.`,
    ])
  })
})
