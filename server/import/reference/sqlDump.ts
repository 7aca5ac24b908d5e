/**
 * Reads what `mysqldump` and `mariadb-dump` write: the columns of each table and its rows, as a stream. Only a row and a piece of the
 * file are in memory at a time.
 *
 * @see https://dev.mysql.com/doc/refman/8.4/en/string-literals.html
 */

export interface DumpColumn {
  readonly name: string
  /** Whether its values are bytes and no text. */
  readonly isBinary: boolean
}

/** The bytes of each value, without quotes and escapes; null for NULL. */
export type DumpRow = readonly (Buffer | null)[]

export type DumpEvent =
  | { readonly kind: 'table'; readonly table: string; readonly columns: readonly DumpColumn[] }
  | {
      readonly kind: 'row'
      readonly table: string
      readonly names: readonly string[] | null
      readonly row: DumpRow
    }

/** A dump that cannot be read further; the message says where and why. */
export class BrokenDump extends Error {}

/** The scanner needs the next piece of the file; what it began is read again then. */
const incomplete = Symbol('incomplete')

const rowMaxBytes = 256 * 1024 * 1024
const binaryTypes = new Set(['binary', 'varbinary', 'tinyblob', 'blob', 'mediumblob', 'longblob', 'bit'])
const code = (character: string) => character.charCodeAt(0)
const [quote, doubleQuote, backtick, backslash] = [`'`, '"', '`', '\\'].map(code) as [
  number,
  number,
  number,
  number,
]
const [open, close, comma, semicolon, newline] = ['(', ')', ',', ';', '\n'].map(code) as [
  number,
  number,
  number,
  number,
  number,
]
/** What a letter after a backslash stands for; any other character stands for itself. */
const escapes = new Map(
  Object.entries({ '0': 0, b: 8, t: 9, n: 10, r: 13, Z: 26 }).map(([letter, byte]) => [code(letter), byte]),
)
const isSpace = (byte: number | undefined) => byte === 32 || (byte !== undefined && byte >= 9 && byte <= 13)
const isWordByte = (byte: number | undefined) =>
  byte !== undefined &&
  ((byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122) || byte === 95)

/**
 * Reads a dump in batches.
 *
 * @throws BrokenDump, after everything before the fault.
 */
export async function* readDump(chunks: AsyncIterable<Buffer>): AsyncGenerator<DumpEvent[]> {
  const scanner = createScanner()
  for await (const chunk of chunks) {
    const { events, fault } = scanner.push(chunk)
    if (events.length > 0) yield events
    if (fault) throw fault
  }
  const { events, fault } = scanner.finish()
  if (events.length > 0) yield events
  if (fault) throw fault
}

/** The INSERT statement whose rows are being read. */
interface Insert {
  readonly table: string
  readonly names: readonly string[] | null
}

function createScanner() {
  let buffer: Buffer = Buffer.alloc(0)
  let at = 0
  let insert: Insert | null = null
  let delimiter = ';'
  let rows = 0
  let lastTable = ''
  const marks = { hasHeader: false, isCompleted: false }

  const byteAt = (index: number): number => {
    const byte = buffer[index]
    if (byte === undefined) throw incomplete
    return byte
  }
  const indexOf = (text: string | number, from: number): number => {
    const index = buffer.indexOf(text, from)
    if (index === -1) throw incomplete
    return index
  }
  const skipSpace = (from: number): number => {
    let index = from
    while (isSpace(byteAt(index))) index += 1
    return index
  }
  const fail = (reason: string): never => {
    throw new BrokenDump(reason)
  }

  /** @returns the index after the closing quote, and whether the content has escapes. @param start the index of the first quote. */
  function skipQuoted(start: number): { end: number; isEscaped: boolean } {
    const mark = byteAt(start)
    let isEscaped = false
    for (let index = start + 1; ; index += 1) {
      const byte = byteAt(index)
      if (byte === backslash && mark !== backtick) {
        isEscaped = true
        index += 1
      } else if (byte === mark) {
        if (byteAt(index + 1) !== mark) return { end: index + 1, isEscaped }
        isEscaped = true
        index += 1
      }
    }
  }

  function unescaped(from: number, to: number, mark: number): Buffer {
    const bytes = Buffer.allocUnsafe(to - from)
    let length = 0
    for (let index = from; index < to; index += 1) {
      const byte = buffer[index] as number
      const next = buffer[index + 1] as number
      if (byte === backslash && mark !== backtick) {
        bytes[length++] = escapes.get(next) ?? next
        index += 1
      } else {
        bytes[length++] = byte
        if (byte === mark) index += 1
      }
    }
    return bytes.subarray(0, length)
  }

  function quoted(start: number): { value: Buffer; end: number } {
    const { end, isEscaped } = skipQuoted(start)
    const value = isEscaped
      ? unescaped(start + 1, end - 1, byteAt(start))
      : buffer.subarray(start + 1, end - 1)
    return { value, end }
  }

  function word(start: number): { value: string; end: number } {
    let end = start
    while (isWordByte(byteAt(end))) end += 1
    return { value: buffer.toString('latin1', start, end), end }
  }

  function identifier(start: number): { value: string; end: number } {
    const isQuoted = byteAt(start) === backtick || byteAt(start) === doubleQuote
    if (!isQuoted) return word(start)
    const { value, end } = quoted(start)
    return { value: value.toString('utf8'), end }
  }

  /** One value of a row: NULL, a number, a text, `_binary 'bytes'`, `0x6279746573` or `X'6279746573'`. */
  function value(start: number): { value: Buffer | null; end: number } {
    const first = byteAt(start)
    if (first === quote) return quoted(start)
    if (first === code('_')) return value(skipSpace(word(start).end))
    if ((first === code('X') || first === code('x')) && byteAt(start + 1) === quote) {
      const { value: digits, end } = quoted(start + 1)
      return { value: Buffer.from(digits.toString('latin1'), 'hex'), end }
    }
    let end = start
    for (let byte = first; byte !== comma && byte !== close; byte = byteAt(end)) {
      if (byte === quote || byte === open || byte === semicolon) fail('a value that is none')
      end += 1
    }
    const text = buffer.toString('latin1', start, end).trim()
    if (/^null$/i.test(text)) return { value: null, end }
    if (/^0x[0-9a-f]*$/i.test(text)) return { value: Buffer.from(text.slice(2), 'hex'), end }
    if (!/^[-+]?[0-9.]+(?:e[-+]?[0-9]+)?$|^true$|^false$/i.test(text)) fail('a value that is none')
    return { value: Buffer.from(text.replace(/^true$/i, '1').replace(/^false$/i, '0')), end }
  }

  function list<T>(
    start: number,
    item: (index: number) => { value: T; end: number },
  ): { value: T[]; end: number } {
    if (byteAt(start) !== open) fail('no list of values')
    const all: T[] = []
    for (let index = skipSpace(start + 1); ; ) {
      const one = item(index)
      all.push(one.value)
      index = skipSpace(one.end)
      if (byteAt(index) === close) return { value: all, end: index + 1 }
      if (byteAt(index) !== comma) fail('values without a comma between them')
      index = skipSpace(index + 1)
    }
  }

  function readRow({ table, names }: Insert): DumpEvent {
    const { value: row, end } = list(skipSpace(at), value)
    const after = skipSpace(end)
    if (byteAt(after) === semicolon) insert = null
    else if (byteAt(after) !== comma) fail('a row that does not end')
    at = after + 1
    rows += 1
    return { kind: 'row', table, names, row }
  }

  /** Up to and with the word VALUES. */
  function readInsert(start: number): void {
    let { value: text, end } = word(skipSpace(start))
    while (/^(?:ignore|into|low_priority|delayed)$/i.test(text))
      ({ value: text, end } = identifier(skipSpace(end)))
    let table = text
    if (table === '') ({ value: table, end } = identifier(skipSpace(end)))
    let index = skipSpace(end)
    if (byteAt(index) === code('.')) {
      ;({ value: table, end } = identifier(skipSpace(index + 1)))
      index = skipSpace(end)
    }
    let names: string[] | null = null
    if (byteAt(index) === open) {
      const columns = list(index, identifier)
      names = columns.value
      index = skipSpace(columns.end)
    }
    const keyword = word(index)
    if (!/^values?$/i.test(keyword.value)) fail('an INSERT without VALUES')
    insert = { table, names }
    if (table !== lastTable) rows = 0
    lastTable = table
    at = keyword.end
  }

  /** @returns the index after the semicolon of the statement that begins at `start`. */
  function endOfStatement(start: number): number {
    if (delimiter !== ';') return indexOf(delimiter, start) + delimiter.length
    for (let index = start; ; ) {
      const byte = byteAt(index)
      if (byte === semicolon) return index + 1
      if (byte === quote || byte === doubleQuote || byte === backtick) index = skipQuoted(index).end
      else if (byte === code('/') && byteAt(index + 1) === code('*')) index = indexOf('*/', index + 2) + 2
      else index += 1
    }
  }

  function columnsOf(statement: string): DumpEvent | null {
    const head =
      /^create\s+(?:or\s+replace\s+)?table\s+(?:if\s+not\s+exists\s+)?(?:[`"]?\w+[`"]?\.)?[`"]?(\w+)[`"]?\s*\(/i.exec(
        statement,
      )
    if (!head) return null
    const columns = [...statement.matchAll(/^\s*[`"]([^`"\n]+)[`"]\s+([a-z]+)/gim)].map(
      ([, name = '', type = '']) => ({
        name,
        isBinary: binaryTypes.has(type.toLowerCase()),
      }),
    )
    return { kind: 'table', table: head[1] ?? '', columns }
  }

  function noteComment(text: string): void {
    if (/^-- (?:MySQL|MariaDB) dump/.test(text)) marks.hasHeader = true
    if (/^-- Dump completed/.test(text)) marks.isCompleted = true
    const [, charset] = /^\/\*!\d+ SET NAMES (\w+)/.exec(text) ?? []
    if (charset && !/^utf8(?:mb[34])?$|^binary$/i.test(charset))
      fail(`its texts are in ${charset}; make it with --default-character-set=utf8mb4`)
  }

  /** The next statement or comment. */
  function readStatement(): DumpEvent | null {
    const start = skipSpace(at)
    const first = byteAt(start)
    if (first === semicolon) {
      at = start + 1
      return null
    }
    if (first === code('#') || (first === code('-') && byteAt(start + 1) === code('-'))) {
      const end = indexOf(newline, start)
      noteComment(buffer.toString('latin1', start, end))
      at = end + 1
      return null
    }
    if (first === code('/') && byteAt(start + 1) === code('*')) {
      const end = indexOf('*/', start + 2) + 2
      noteComment(buffer.toString('latin1', start, Math.min(end, start + 200)))
      at = end
      return null
    }
    const keyword = word(start)
    if (keyword.value === '') fail('this is not a dump of mysqldump')
    const name = keyword.value.toLowerCase()
    if (name === 'delimiter') {
      const end = indexOf(newline, start)
      delimiter = buffer.toString('latin1', keyword.end, end).trim()
      at = end + 1
      return null
    }
    if (delimiter === ';' && (name === 'insert' || name === 'replace')) {
      readInsert(keyword.end)
      return null
    }
    const end = endOfStatement(start)
    at = end
    return delimiter === ';' && name === 'create' ? columnsOf(buffer.toString('utf8', start, end)) : null
  }

  /** Everything that is complete in the buffer; what begins there stays. */
  function scan(): { events: DumpEvent[]; fault: Error | null } {
    const events: DumpEvent[] = []
    for (;;) {
      const start = at
      const before = insert
      try {
        const event = insert ? readRow(insert) : readStatement()
        if (event) events.push(event)
      } catch (error) {
        at = start
        insert = before
        if (error !== incomplete) return { events, fault: located(error as Error) }
        break
      }
    }
    buffer = buffer.subarray(at)
    at = 0
    return {
      events,
      fault: buffer.length > rowMaxBytes ? located(new BrokenDump('a row larger than 256 MB')) : null,
    }
  }

  const located = (error: Error): Error =>
    error instanceof BrokenDump && lastTable !== ''
      ? new BrokenDump(`${error.message} (after row ${rows.toLocaleString('en')} of the table ${lastTable})`)
      : error

  return {
    push(chunk: Buffer) {
      buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk])
      return scan()
    },
    finish() {
      // The last line may lack its end.
      buffer = Buffer.concat([buffer, Buffer.from('\n')])
      const result = scan()
      if (result.fault) return result
      const isCut = insert !== null || buffer.some((byte) => !isSpace(byte))
      if (isCut || (marks.hasHeader && !marks.isCompleted))
        return { ...result, fault: located(new BrokenDump('the file ends before the end of the dump')) }
      return result
    },
  }
}
