import { sql } from 'kysely'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { bareName } from '../../../contract/memberName.ts'
import { type SecurityEventKind, securityEventKinds } from '../../../contract/securityEvents.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseNumberCursor } from '../../platform/http/cursor.ts'
import { parseDay } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'

/** The unparsed filters of the URL; a missing or empty one does not filter. */
interface Filters {
  readonly kind?: string
  readonly of?: string
  readonly from?: string
  readonly to?: string
  readonly next?: string
}

/**
 * Security events, the latest first.
 *
 * @throws Refused with `invalid_filter`, `invalid_cursor`, `invalid_day`, or `user_not_found`.
 */
export async function listSecurityEvents(
  db: Db,
  { kind, of, from, to, next }: Filters,
): Promise<OutputOf<'listSecurityEvents'>> {
  if (kind && !securityEventKinds.some((one) => one === kind)) throw new Refused(errors.invalidEventKind)
  const cursor = parseNumberCursor(next)
  const [fromDay, toDay] = [parseDay(from), parseDay(to)]
  const userId = await findUserId(db, of)
  const rows = await db
    .selectFrom('security_events')
    .leftJoin('users', 'users.id', 'user_id')
    .$if(cursor !== null, (q) => q.where('security_events.id', '<=', cursor ?? ''))
    .$if(!!kind, (q) => q.where('kind', '=', kind ?? ''))
    .$if(userId !== null, (q) => q.where('user_id', '=', userId ?? ''))
    .$if(fromDay !== null, (q) => q.where('last_at', '>=', sql<Date>`${fromDay}::date`))
    .$if(toDay !== null, (q) => q.where('security_events.created_at', '<', sql<Date>`${toDay}::date + 1`))
    .select([
      'security_events.id',
      'kind',
      'username',
      'ip',
      'detail',
      'times',
      'security_events.created_at as createdAt',
      'last_at as lastAt',
    ])
    .orderBy('security_events.id', 'desc')
    .limit(limits.securityEventsPerPage + 1)
    .execute()
  return {
    events: rows.slice(0, limits.securityEventsPerPage).map(({ id: _id, createdAt, lastAt, ...event }) => ({
      ...event,
      kind: event.kind as SecurityEventKind,
      createdAt: createdAt.toISOString(),
      lastAt: lastAt.toISOString(),
    })),
    next: rows[limits.securityEventsPerPage]?.id ?? null,
  }
}

/** @returns null where no name is given. @throws Refused with `user_not_found`. */
async function findUserId(db: Db, name: string | undefined): Promise<string | null> {
  const username = name && bareName(name)
  if (!username) return null
  const { id } = await db
    .selectFrom('users')
    .where('username_key', '=', username.toLowerCase())
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
  return id
}
