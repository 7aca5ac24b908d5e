import { sql } from 'kysely'
import type { NoticeAct, NoticeKind, NoticeSubject } from '../../../contract/words.ts'
import type { Db } from '../../platform/database/connection.ts'

/** Counts of the notices that were received in a period. Words that none of them has are missing. */
export interface NoticeCounts {
  readonly total: number
  readonly byKind: Readonly<Partial<Record<NoticeKind, number>>>
  readonly bySubject: Readonly<Partial<Record<NoticeSubject, number>>>
  /** First decisions. */
  readonly byAct: Readonly<Partial<Record<NoticeAct, number>>>
  readonly undecided: number
  /** From the receipt to the first decision; null if none is decided. */
  readonly medianHours: number | null
  readonly complaints: {
    readonly total: number
    /** The first decision stays. */
    readonly declined: number
    /** Something else was decided. */
    readonly accepted: number
    /** From the complaint to the decision about it; null if none is decided. */
    readonly medianHours: number | null
  }
}

/**
 * Counts notices for a transparency report (Regulation (EU) 2022/2065, articles 15 and 24). Deleted ones are missing; see
 * `KEEP_LOGS_DAYS`. One statement.
 *
 * @param period.from the first moment, `until` the first one after it.
 */
export async function countNotices(
  db: Db,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<NoticeCounts> {
  const hours = (start: string, end: string) =>
    sql`percentile_cont(0.5) within group (order by extract(epoch from ${sql.ref(end)} - ${sql.ref(start)}) / 3600)
      filter (where ${sql.ref(end)} is not null)`
  const counted = (column: string) => sql`(
    select coalesce(jsonb_object_agg(word, count), '{}') from (
      select ${sql.ref(column)} as word, count(*) from received where ${sql.ref(column)} is not null group by 1) as words)`
  const { rows } = await sql<NoticeCounts>`
    with received as materialized (
      select * from notices where received_at >= ${from} and received_at < ${until})
    select count(*)::integer as total, ${counted('kind')} as "byKind", ${counted('subject')} as "bySubject",
      ${counted('act')} as "byAct", (count(*) filter (where decided_at is null))::integer as undecided,
      ${hours('received_at', 'decided_at')} as "medianHours",
      jsonb_build_object('total', count(complained_at), 'declined', count(*) filter (where second_act = 'keep'),
        'accepted', count(*) filter (where second_act <> 'keep'),
        'medianHours', ${hours('complained_at', 'second_decided_at')}) as complaints
    from received`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('An aggregate without groups returned no row.')
  return counts
}
