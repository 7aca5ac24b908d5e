import type { FastifyInstance } from 'fastify'
import { startsFormula } from '../../../contract/formula.ts'
import { type Download, type DownloadPath, serveDownload } from './download.ts'
import type { Services } from './route.ts'

const byteOrderMark = '\ufeff'

function fieldOf(value: string | null): string {
  const text = startsFormula.test(value ?? '') ? `'${value}` : (value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

type Row = readonly (string | null)[]

/** Rows as a CSV file (RFC 4180), with a byte order mark, so that spreadsheets read it as UTF-8. */
const csvOf = (rows: readonly Row[]): string =>
  byteOrderMark + rows.map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('')

/** A list that its readers can also download as a file. */
interface CsvFile {
  readonly path: DownloadPath
  /** The name of the file, without its extension. */
  readonly name: string
  readonly columns: readonly string[]
  /** @throws Refused if this viewer may not read it, or for an invalid query. */
  readonly rows: (...given: Parameters<Download['content']>) => Promise<readonly Row[]>
}

/** Serves a list as a file. */
export const serveCsv = (
  app: FastifyInstance,
  services: Services,
  { path, name, columns, rows }: CsvFile,
): void =>
  serveDownload(app, services, {
    path,
    name: `${name}.csv`,
    type: 'text/csv',
    content: async (...given) => csvOf([columns, ...(await rows(...given))]),
  })
