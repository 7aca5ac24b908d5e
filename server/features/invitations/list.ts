import { sql } from 'kysely'
import { endpoints, type OutputOf } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseNumberCursor } from '../../platform/http/cursor.ts'
import { parseChoice } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'
import { invitationView, selectInvitations } from './queries.ts'

/** The largest number of the type `integer`. A cursor beyond it would be an error of the database. */
const largestId = 2 ** 31 - 1

/**
 * A page of one's own invitations, or for admins, of all, the newest first.
 *
 * @param query of the request, unchecked.
 * @throws Refused with `invalid_action`, `not_admin` or `invalid_cursor`.
 */
export async function listInvitations(
  db: Db,
  viewer: { id: string; isAdmin: boolean },
  query: { of?: string; next?: string },
): Promise<OutputOf<'listInvitations'>> {
  const isOfAll = parseChoice(endpoints.listInvitations.query.properties.of, query.of) === 'all'
  if (isOfAll && !viewer.isAdmin) throw new Refused(errors.notAdmin)
  const from = parseNumberCursor(query.next)
  const rows = await selectInvitations(db)
    .$if(!isOfAll, (q) => q.where('invitations.created_by', '=', viewer.id))
    .$if(from !== null, (q) => q.where('invitations.id', '<=', Math.min(Number(from), largestId)))
    .orderBy('invitations.id', 'desc')
    .limit(sql.lit(limits.invitationsPerPage + 1))
    .execute()
  return {
    items: rows.slice(0, limits.invitationsPerPage).map(invitationView),
    next: rows[limits.invitationsPerPage]?.id.toString() ?? null,
  }
}
