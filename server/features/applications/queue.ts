import { type ExpressionBuilder, sql } from 'kysely'
import { endpoints, type OutputOf } from '../../../contract/endpoints/index.ts'
import type { ReceivedApplication } from '../../../contract/entities/application.ts'
import { limits } from '../../../contract/limits.ts'
import { applicationColumns } from '../../core/applications/queries.ts'
import { applicationView } from '../../core/applications/serialize.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'
import { parseTimestampCursor } from '../../platform/http/cursor.ts'
import { parseChoice } from '../../platform/http/parameters.ts'

/** Columns for a query over `applications`. */
const receivedColumns = (eb: ExpressionBuilder<DB, 'applications'>) => [
  ...applicationColumns(eb),
  sql<string | null>`host(applications.created_ip)`.as('createdIP'),
  eb
    .selectFrom('users')
    .whereRef('users.id', '=', 'applications.decided_by')
    .select('users.username')
    .as('decidedBy'),
]

const receivedApplications = (db: Db) => db.selectFrom('applications').select(receivedColumns)

type ReceivedRow = Awaited<ReturnType<ReturnType<typeof receivedApplications>['executeTakeFirstOrThrow']>>

const receivedView = (row: ReceivedRow): ReceivedApplication => ({
  ...applicationView(row),
  id: row.id,
  createdIP: row.createdIP,
  decidedBy: row.decidedBy,
})

/** One application, as admins see it. */
export async function getReceivedApplication(db: Db, id: number): Promise<ReceivedApplication> {
  return receivedView(await receivedApplications(db).where('id', '=', id).executeTakeFirstOrThrow())
}

const microseconds = (column: 'created_at' | 'decided_at') =>
  sql<string>`microseconds_of(${sql.ref(`applications.${column}`)})`

const atCursor = ({ key, id }: { key: string; id: string }) => sql`(moment_of(${key}::bigint), ${id}::bigint)`

/**
 * A page of applications: waiting ones, the oldest first, or decided ones, the latest first.
 *
 * @param query the unparsed query of the URL.
 * @throws Refused with `invalid_action` or `invalid_cursor`.
 */
export async function listApplications(
  db: Db,
  query: { filter?: string; next?: string },
): Promise<OutputOf<'listApplications'>> {
  const filter = parseChoice(endpoints.listApplications.query.properties.filter, query.filter)
  const cursor = parseTimestampCursor(query.next)
  const isWaiting = filter === 'waiting'
  const column = isWaiting ? 'created_at' : 'decided_at'
  const [rows, { waiting }] = await Promise.all([
    receivedApplications(db)
      .select(microseconds(column).as('key'))
      .where('decided_at', isWaiting ? 'is' : 'is not', null)
      .$if(cursor !== null, (q) =>
        q.where(
          sql<boolean>`(${sql.ref(column)}, id) ${sql.raw(isWaiting ? '>=' : '<=')} ${atCursor(cursor ?? { key: '0', id: '0' })}`,
        ),
      )
      .orderBy(column, isWaiting ? 'asc' : 'desc')
      .orderBy('id', isWaiting ? 'asc' : 'desc')
      .limit(sql.lit(limits.applicationsPerPage + 1))
      .execute(),
    db
      .selectNoFrom(
        sql<number>`count_waiting_applications(${sql.lit(limits.applicationsCountedMax)})`.as('waiting'),
      )
      .executeTakeFirstOrThrow(),
  ])
  const following = rows[limits.applicationsPerPage]
  return {
    items: rows.slice(0, limits.applicationsPerPage).map(receivedView),
    waiting,
    next: following ? `${following.key}.${following.id}` : null,
  }
}
