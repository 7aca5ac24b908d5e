import type { FastifyInstance } from 'fastify'
import { takeTurn } from '../../platform/http/overload.ts'
import { Session } from '../sessions/session.ts'
import type { Viewer } from '../sessions/viewer.ts'
import type { Services } from './route.ts'
import { siteOf } from './site.ts'

const byteOrderMark = '\ufeff'

/** Spreadsheets would evaluate a field that begins with one of these as a formula. */
const startsFormula = /^[=+\-@\t\r]/

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
  readonly path: `/api/${string}.csv`
  /** The name of the file, without its extension. */
  readonly name: string
  readonly columns: readonly string[]
  /** @throws Refused if this viewer may not read it, or for an invalid query. */
  readonly rows: (
    request: { viewer: Viewer | null; origin: string },
    query: Readonly<Record<string, string | undefined>>,
  ) => Promise<readonly Row[]>
}

/** Serves a list as a file, with the rate limit of pages. A repeated key of the query counts as missing. */
export function serveCsv(app: FastifyInstance, services: Services, file: CsvFile): void {
  app.get<{ Querystring: Record<string, unknown> }>(file.path, async (request, reply) => {
    reply.header('Cache-Control', 'no-store').header('Content-Type', 'application/json; charset=UTF-8')
    const { viewer } = await Session.open(services, request, reply)
    if (!viewer) await takeTurn(services.overload, request, 'guest')
    await services.limiter.take('pages', {
      ip: request.ip,
      ...(viewer && { member: viewer.id }),
      isPage: true,
    })
    const query = Object.entries(request.query).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    const { origin } = siteOf(services, request)
    const rows = await file.rows({ viewer, origin }, Object.fromEntries(query))
    return reply
      .header('Content-Type', 'text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="${file.name}.csv"`)
      .send(csvOf([file.columns, ...rows]))
  })
}
