import { endpoints } from '../../../contract/endpoints/index.ts'
import type { HeldItemsPage, OwnHeldItem } from '../../../contract/entities/held.ts'
import { errors } from '../../../contract/errors.ts'
import { heldListedMax } from '../../../contract/limitValues.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { enforceModeration } from '../../core/permissions/moderation.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { parseNumberCursor } from '../../platform/http/cursor.ts'
import { parseId } from '../../platform/http/ids.ts'
import { parseChoice, parseInteger } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'
import { heldItems } from './heldItems.sql.ts'
import { ownHeldItems } from './ownHeldItems.sql.ts'
import { heldItemView, ownHeldItemView } from './serialize.ts'

const parameters = endpoints.listHeldItems.query.properties

interface HeldQuery {
  readonly scope?: string
  readonly communityId?: string
  readonly limit?: string
  readonly next?: string
}

/**
 * A page of what waits for review, for moderators.
 *
 * @throws Refused for a query that makes no sense, and for viewers who do not moderate the requested communities.
 */
export async function listHeldItems(
  db: Db,
  viewer: Pick<Viewer, 'id' | 'isAdmin' | 'permissions'>,
  query: HeldQuery,
  to: { pageSize: number; target: ViewAs },
): Promise<HeldItemsPage> {
  const limit = parseInteger(parameters.limit, query.limit, to.pageSize)
  const cursor = parseNumberCursor(query.next)
  const communityId = query.communityId ? parseId(query.communityId) : null
  if (communityId !== null) await enforceModeration(db, viewer, communityId, ['content'])
  const scope = communityId === null ? parseChoice(parameters.scope, query.scope) : 'community'
  if (scope === 'all' && !viewer.isAdmin) throw new Refused(errors.notAdmin)
  const rows = await queryRows(db, heldItems, {
    scope,
    communityId,
    viewerId: viewer.id,
    afterId: cursor,
    limit: String(limit + 1),
  })
  const page = rows.slice(0, limit)
  return {
    items: page.map((row) => heldItemView(row, to.target)),
    next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}

/** What of the viewer waits or was refused. @throws Refused with `invalid_id`. */
export async function listOwnHeldItems(
  db: Db,
  viewer: Pick<Viewer, 'id'>,
  query: { readonly postId?: string; readonly communityId?: string },
  to: ViewAs,
): Promise<{ items: OwnHeldItem[] }> {
  const rows = await queryRows(db, ownHeldItems, {
    authorId: viewer.id,
    postId: query.postId ? parseId(query.postId) : null,
    communityId: query.communityId ? parseId(query.communityId) : null,
    limit: String(heldListedMax),
  })
  return { items: rows.map((row) => ownHeldItemView(row, to)) }
}
