import { endpoints, type OutputOf } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import { bareName } from '../../../contract/memberName.ts'
import { privateModerationActions } from '../../../contract/moderationActions.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow, queryRows } from '../../platform/database/statement.ts'
import { parseNumberCursor } from '../../platform/http/cursor.ts'
import { parseId } from '../../platform/http/ids.ts'
import { parseChoice, parseDay, parseInteger } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'
import { logPage } from './logPage.sql.ts'
import { logScope } from './logScope.sql.ts'
import { moderationLogView } from './serialize.ts'

const parameters = endpoints.listModerationLog.query.properties

/** The unparsed filters of the URL; a missing or empty one does not filter. */
interface Filters {
  readonly communityId?: string
  readonly action?: string
  readonly moderator?: string
  readonly from?: string
  readonly to?: string
  readonly next?: string
}

/**
 * Actions of moderators and admins, newest first. Private actions are for admins only. Others see who acted, and can
 * filter by that, only if the community names its moderators.
 *
 * @returns `next`: the id of the first entry of the page after this one, or null.
 * @throws Refused for an invalid action, day, number, cursor or id, and for an unknown community or user.
 */
export const listModerationLog = async (
  db: Db,
  viewer: Viewer | null,
  request: Filters & { readonly limit?: string },
): Promise<OutputOf<'listModerationLog'>> =>
  getLogPage(db, viewer, request, parseInteger(parameters.limit, request.limit))

/** Like `listModerationLog`, with a given page size. */
export async function getLogPage(
  db: Db,
  viewer: Viewer | null,
  request: Filters,
  limit: number,
): Promise<OutputOf<'listModerationLog'>> {
  const action = parseChoice(parameters.action, request.action) ?? null
  const [fromDay, toDay] = [parseDay(request.from), parseDay(request.to)]
  const from = parseNumberCursor(request.next)
  const { communityId, namesModerators, actorId } = await getLogScope(db, viewer, request)
  // There may be many entries, which would all be scanned without a result.
  const isWithheld = !viewer?.isAdmin && privateModerationActions.some((one) => one === action)
  if (isWithheld) return { items: [], next: null, namesModerators }
  const rows = await queryRows(db, logPage, {
    includesPrivate: viewer?.isAdmin ?? false,
    hasCommunity: communityId !== null,
    communityId,
    hasAction: action !== null,
    action,
    hasActor: actorId !== null,
    actorId,
    hidesUnnamed: actorId !== null && !viewer?.isAdmin,
    moderatedIds: [...(viewer?.moderates ?? [])],
    hasFrom: fromDay !== null,
    fromDay,
    hasTo: toDay !== null,
    toDay,
    hasCursor: from !== null,
    cursorId: from,
    limit: limit + 1,
  })
  return {
    items: rows.slice(0, limit).map((row) => moderationLogView(row, viewer)),
    next: rows[limit]?.id ?? null,
    namesModerators,
  }
}

/** The community and the moderator to filter by, and whether names of moderators are shown. */
async function getLogScope(db: Db, viewer: Viewer | null, request: Filters) {
  const communityId = request.communityId ? parseId(request.communityId) : null
  const moderator = bareName(request.moderator ?? '') || null
  if (communityId === null && moderator === null) return { communityId, actorId: null, namesModerators: true }
  const usernameKey = moderator?.toLowerCase() ?? null
  const { names_shown = null, actor_id: actorId = null } =
    (await queryRow(db, logScope, { communityId, usernameKey })) ?? {}
  if (communityId !== null && names_shown === null) throw new Refused(errors.communityNotFound)
  const namesModerators = viewer?.isAdmin || names_shown !== false
  if (moderator !== null && !namesModerators) throw new Refused(errors.moderatorsNotNamed)
  if (moderator !== null && actorId === null) throw new Refused(errors.userNotFound)
  return { communityId, actorId, namesModerators }
}
