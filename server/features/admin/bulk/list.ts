import type { BulkAction } from '../../../../contract/entities/bulkAction.ts'
import { errors } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import type { BulkActionKind } from '../../../../contract/words.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { queryRows } from '../../../platform/database/statement.ts'
import { Refused } from '../../../platform/http/refused.ts'
import { type BulkActionsRow, bulkActions } from './bulkActions.sql.ts'

const find = async (db: Db, id: string | null): Promise<BulkAction[]> =>
  (
    await queryRows(db, bulkActions, {
      id,
      days: limits.withheldDays,
      limit: limits.bulkActionsShown,
      samples: limits.bulkActionSamples,
    })
  ).map(viewOf)

/** Those of the last 30 days, the last ordered first. */
export const listBulkActions = (db: Db): Promise<BulkAction[]> => find(db, null)

/** @throws Refused with `bulk_action_not_found`. */
export async function getBulkAction(db: Db, id: string): Promise<BulkAction> {
  const [found] = await find(db, id)
  if (!found) throw new Refused(errors.bulkActionNotFound)
  return found
}

const viewOf = (row: BulkActionsRow): BulkAction => ({
  id: row.id,
  action: row.action as BulkActionKind,
  withContent: row.with_content,
  reason: row.reason,
  expiresAt: row.expires_at?.toISOString() ?? null,
  filter: row.filter as BulkAction['filter'],
  undoes: row.undoes_id,
  orderedBy: row.orderer,
  orderedAt: row.ordered_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  isStopped: row.is_stopped,
  isUndoable: row.is_undoable,
  accounts: row.accounts,
  contents: row.contents,
  done: row.done,
  changed: row.changed,
  votesSince: row.votes_since?.toISOString() ?? null,
  contentLeft: row.content_left,
  votesLeft: row.votes_left,
  skipped: row.skipped,
})
