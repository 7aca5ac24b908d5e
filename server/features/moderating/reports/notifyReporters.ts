import type { Db } from '../../../platform/database/connection.ts'
import { queryRow } from '../../../platform/database/statement.ts'
import { notifyReporters as statement } from './notifyReporters.sql.ts'

const batchSize = 200

/** Notifies the reporters of closed reports of the decision. The next run continues an interrupted one. */
export async function notifyReporters(db: Db, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const row = await queryRow(db, statement, { limit: batchSize })
    if (!row || row.outcomes === 0) return
  }
}
