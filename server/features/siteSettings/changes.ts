import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { SettingChange } from '../../../contract/entities/setting.ts'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseNumberCursor } from '../../platform/http/cursor.ts'

/** The log of changes to settings, the latest first. @throws Refused with `invalid_cursor`. */
export async function listSettingChanges(
  db: Db,
  query: { next?: string },
): Promise<OutputOf<'listSettingChanges'>> {
  const next = parseNumberCursor(query.next)
  const rows = await db
    .selectFrom('setting_changes')
    .leftJoin('users', 'users.id', 'changed_by')
    .$if(next !== null, (q) => q.where('setting_changes.id', '<=', next))
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
    .limit(limits.settingChangesPerPage + 1)
    .execute()
  return {
    changes: rows.slice(0, limits.settingChangesPerPage).map(
      ({ id: _id, changedAt, changedById, ...change }) =>
        ({
          ...change,
          changedAt: changedAt.toISOString(),
          fromCommandLine: changedById === null,
        }) as SettingChange,
    ),
    next: rows[limits.settingChangesPerPage]?.id ?? null,
  }
}
