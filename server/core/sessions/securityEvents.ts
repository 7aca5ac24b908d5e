import { sql } from 'kysely'
import type { SecurityEventKind } from '../../../contract/securityEvents.ts'
import type { Db } from '../../platform/database/connection.ts'
import { deletedData } from '../retention/periods.ts'

export interface SecurityEvent {
  readonly kind: SecurityEventKind
  /** The account that it is about; null for a name that nobody has, and for what the operator does. */
  readonly userId: string | null
  /** Null for the command line. */
  readonly ip: string | null
  /** At most 100 characters: the name of the call, where the kind does not say it. */
  readonly detail?: string | undefined
}

/** Stores an event for admins; equal ones of the same hour are counted in one row. */
export async function storeSecurityEvent(db: Db, { kind, userId, ip, detail }: SecurityEvent): Promise<void> {
  await sql`
    insert into security_events (kind, user_id, ip, detail)
    values (${kind}, ${userId}, ${ip}, ${detail ?? null})
    on conflict (hour, kind, coalesce(user_id, 0), coalesce(ip, '0.0.0.0'), coalesce(detail, ''))
    do update set times = security_events.times + 1, last_at = now()`.execute(db)
}

const keptDays = deletedData.securityEvents.kept.days
/** More would only come from an attack. */
const mostRows = 100_000

/** Deletes events that are older than 90 days, and all but the newest 100,000. */
export async function deleteOldSecurityEvents(db: Db): Promise<void> {
  await sql`
    delete from security_events
    where created_at < now() - make_interval(days => ${sql.lit(keptDays)})
      or id <= (select id from security_events order by id desc offset ${sql.lit(mostRows)} limit 1)`.execute(
    db,
  )
}
