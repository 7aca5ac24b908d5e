import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Dump, type DumpForm, mysqldumpOf, oddText } from '../../../tests/support/referenceDump.ts'
import { BrokenDump, type DumpEvent, readDump } from './sqlDump.ts'

/** Reads a file that comes in pieces of this size. */
async function read(file: Buffer | string, size = 1000) {
  const bytes = Buffer.from(file)
  const events: DumpEvent[] = []
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  try {
    for await (const batch of readDump(pieces())) events.push(...batch)
  } catch (error) {
    return { events, error: error as Error }
  }
  return { events, error: null }
}

const rowsOf = (events: readonly DumpEvent[]) =>
  events.flatMap((event) => (event.kind === 'row' ? [event.row] : []))

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
const dump: Dump = {
  things: {
    columns: { id: 'binary(12) NOT NULL', body: 'mediumtext', size: 'double', data: 'longblob' },
    rows: [
      { id: everyByte, body: oddText, size: -1.5e30, data: Buffer.alloc(0) },
      { id: Buffer.from('a'), body: '', size: 0, data: null },
      { id: Buffer.from("''"), body: null, size: null, data: everyByte },
    ],
  },
  empty: { columns: { id: 'int(11)' }, rows: [] },
}

const forms: DumpForm[] = [{}, { isHex: true }, { isComplete: true }, { isSingle: true }]

it.each(forms)(
  'reads each value of a dump as it was stored, wherever the file is divided: %j',
  async (form) => {
    const file = mysqldumpOf(dump, form)
    for (const size of [1, 2, 7, 100_000]) {
      const { events, error } = await read(file, size)
      expect(error).toBeNull()
      expect(events.filter(({ kind }) => kind === 'table')).toEqual([
        { kind: 'table', table: 'empty', columns: [{ name: 'id', isBinary: false }] },
        {
          kind: 'table',
          table: 'things',
          columns: [
            { name: 'id', isBinary: true },
            { name: 'body', isBinary: false },
            { name: 'size', isBinary: false },
            { name: 'data', isBinary: true },
          ],
        },
      ])
      expect(rowsOf(events)).toEqual([
        [everyByte, Buffer.from(oddText), Buffer.from('-1.5e+30'), Buffer.alloc(0)],
        [Buffer.from('a'), Buffer.alloc(0), Buffer.from('0'), null],
        [Buffer.from("''"), null, null, everyByte],
      ])
    }
  },
)

it('reads any bytes and texts back', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          id: fc.uint8Array({ maxLength: 20 }),
          body: fc.string({ unit: 'binary', maxLength: 20 }),
        }),
        { minLength: 1, maxLength: 5 },
      ),
      fc.integer({ min: 5, max: 60 }),
      async (rows, size) => {
        const table = {
          columns: { id: 'blob', body: 'text' },
          rows: rows.map(({ id, body }) => ({ id: Buffer.from(id), body })),
        }
        const { events, error } = await read(mysqldumpOf({ table }), size)
        expect(error).toBeNull()
        expect(rowsOf(events)).toEqual(rows.map(({ id, body }) => [Buffer.from(id), Buffer.from(body)]))
      },
    ),
    { numRuns: 50 },
  ))

it.each([
  [
    'other ways to write a value',
    "INSERT IGNORE INTO db.`t` VALUES (X'0aFF',_utf8mb4'a''b',true,+1.5,null);",
    [Buffer.from([10, 255]), Buffer.from("a'b"), Buffer.from('1'), Buffer.from('+1.5'), null],
  ],
  [
    'a statement of another kind before it',
    `SET sql_mode = 'a;"b'; # it's\nREPLACE INTO t VALUES (1);`,
    [Buffer.from('1')],
  ],
])('reads %s', async (_case, file, row) => {
  const { events, error } = await read(file)
  expect(error).toBeNull()
  expect(rowsOf(events)).toEqual([row])
})

it('says of each beginning of a dump that it is cut, and never returns half a row', async () => {
  const file = mysqldumpOf(dump)
  const whole = rowsOf((await read(file)).events)
  // Without its last line feed, the last line is still whole.
  for (let length = file.indexOf('  Distrib'); length < file.indexOf(' on 2026-11-27'); length += 1) {
    const { events, error } = await read(file.subarray(0, length), 100_000)
    expect(error, `${length} bytes`).toBeInstanceOf(BrokenDump)
    const rows = rowsOf(events)
    expect(rows).toEqual(whole.slice(0, rows.length))
  }
})

it.each([
  [
    'the table and the row',
    'INSERT INTO `t` VALUES (1),(2),(3',
    'the file ends before the end of the dump (after row 2 of the table t)',
  ],
  [
    'a missing comma',
    'INSERT INTO `t` VALUES (1),(2 3);',
    'a value that is none (after row 1 of the table t)',
  ],
  [
    'something after a row',
    'INSERT INTO `t` VALUES (1) AS x;',
    'a row that does not end (after row 0 of the table t)',
  ],
  [
    'a statement instead of a value',
    'INSERT INTO `t` VALUES (SELECT 1);',
    'a value that is none (after row 0 of the table t)',
  ],
  [
    'another encoding',
    '/*!40101 SET NAMES latin1 */;\n',
    'its texts are in latin1; make it with --default-character-set=utf8mb4',
  ],
  ['another format', '{"id":"p1"}\n', 'this is not a dump of mysqldump'],
  ['an insertion without values', 'INSERT INTO `t` SELECT 1;', 'an INSERT without VALUES'],
])('names %s in the error', async (_case, file, message) => {
  expect((await read(file)).error?.message).toBe(message)
})
