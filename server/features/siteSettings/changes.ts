import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { SettingChange } from '../../../contract/entities/setting.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { bareName } from '../../../contract/memberName.ts'
import { serveCsv } from '../../core/api/csv.ts'
import type { Services } from '../../core/api/route.ts'
import { requireAdmin } from '../../core/permissions/admin.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseNumberCursor } from '../../platform/http/cursor.ts'
import { parseDay } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'

/** The unparsed filters of the URL; a missing or empty one does not filter. */
interface Filters {
  readonly name?: string
  readonly by?: string
  readonly from?: string
  readonly to?: string
  readonly next?: string
}

/**
 * The log of changes to settings, the latest first.
 *
 * @throws Refused with `invalid_cursor`, `invalid_day`, or `user_not_found`.
 */
export const listSettingChanges = async (db: Db, request: Filters): Promise<OutputOf<'listSettingChanges'>> =>
  getChangesPage(db, request, limits.settingChangesPerPage)

/** Like `listSettingChanges`, with a given page size. */
async function getChangesPage(
  db: Db,
  { name, by, from, to, next }: Filters,
  limit: number,
): Promise<OutputOf<'listSettingChanges'>> {
  const cursor = parseNumberCursor(next)
  const [fromDay, toDay] = [parseDay(from), parseDay(to)]
  const username = by && bareName(by)
  const admin = username
    ? await db
        .selectFrom('users')
        .where('username_key', '=', username.toLowerCase())
        .where('deleted_at', 'is', null)
        .select('id')
        .executeTakeFirst()
    : null
  if (admin === undefined) throw new Refused(errors.userNotFound)
  const rows = await db
    .selectFrom('setting_changes')
    .leftJoin('users', 'users.id', 'changed_by')
    .$if(cursor !== null, (q) => q.where('setting_changes.id', '<=', cursor))
    .$if(!!name, (q) => q.where('name', '=', name ?? ''))
    .$if(admin !== null, (q) => q.where('changed_by', '=', admin?.id ?? ''))
    .$if(fromDay !== null, (q) => q.where('changed_at', '>=', sql<Date>`${fromDay}::date`))
    .$if(toDay !== null, (q) => q.where('changed_at', '<', sql<Date>`${toDay}::date + 1`))
    .select([
      'setting_changes.id',
      'name',
      'before',
      'after',
      'changed_at as changedAt',
      'changed_by as changedById',
      'username as changedBy',
    ])
    .orderBy('setting_changes.id', 'desc')
    .limit(limit + 1)
    .execute()
  return {
    changes: rows.slice(0, limit).map(
      ({ id: _id, changedAt, changedById, ...change }) =>
        ({
          ...change,
          changedAt: changedAt.toISOString(),
          fromCommandLine: changedById === null,
        }) as SettingChange,
    ),
    next: rows[limit]?.id ?? null,
  }
}

/** `GET /api/_admin/setting_changes.csv`: the latest changes as a file, for admins, with the filters of the list. */
export const serveSettingChangesFile = (app: FastifyInstance, services: Services): void =>
  serveCsv(app, services, {
    path: '/api/_admin/setting_changes.csv',
    name: 'setting-changes',
    columns: ['time', 'setting', 'before', 'after', 'by'],
    async rows({ viewer }, query) {
      requireAdmin(viewer)
      const { changes } = await getChangesPage(services.db, query, limits.logFileRows)
      return changes.map(({ changedAt, name, before, after, changedBy, fromCommandLine }) => [
        changedAt,
        name,
        textOf(before),
        textOf(after),
        fromCommandLine ? 'command line' : changedBy,
      ])
    },
  })

/** Null for the default. */
const textOf = (value: SettingChange['before']): string | null =>
  value === null || typeof value === 'string' ? value : JSON.stringify(value)
