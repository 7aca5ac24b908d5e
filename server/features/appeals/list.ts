import { sql } from 'kysely'
import { endpoints, type OutputOf } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { enforceModeration } from '../../core/permissions/moderation.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { countRows } from '../../platform/database/countRows.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { parseNumberCursor } from '../../platform/http/cursor.ts'
import { parseId } from '../../platform/http/ids.ts'
import { parseChoice } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'
import { appealable } from './appealable.sql.ts'
import { appealView, postOfAppeal, selectAppeals } from './queries.ts'

/** Selects the appeals of one member, in one community, or all. */
type Scope = { readonly memberId: string } | { readonly communityId: string } | 'all'

interface Filters {
  readonly of?: string
  readonly communityId?: string
  readonly filter?: string
  readonly next?: string
}

const parameters = endpoints.listAppeals.query.properties

/**
 * One's own appeals, those in a community, or all of the site.
 *
 * @throws Refused with `bad_action`, `invalid_cursor`, `not_admin`, `invalid_id`, `community/not-found` or `not_admin_nor_mod`.
 */
export async function listAppeals(
  db: Db,
  viewer: Viewer,
  request: Filters,
): Promise<OutputOf<'listAppeals'>> {
  const of = parseChoice(parameters.of, request.of)
  const filter = parseChoice(parameters.filter, request.filter)
  const next = parseNumberCursor(request.next)
  const scope = await parseScope(db, viewer, of, request.communityId)
  const isOldestFirst = filter === 'open' && !isOwn(scope)
  const [rows, noOpen] = await Promise.all([
    selectAppeals(db, viewer)
      .where(inScope(scope))
      .$if(!isOwn(scope), (q) => q.where('answered_at', filter === 'open' ? 'is' : 'is not', null))
      .$if(next !== null, (q) => q.where('appeals.id', isOldestFirst ? '>=' : '<=', next))
      .orderBy('appeals.id', isOldestFirst ? 'asc' : 'desc')
      .limit(limits.appealsPerPage + 1)
      .execute(),
    countOpen(db, scope),
  ])
  return {
    items: rows.slice(0, limits.appealsPerPage).map((row) => appealView(row, viewer)),
    noOpen,
    next: rows[limits.appealsPerPage]?.id ?? null,
  }
}

/** The actions that a member can appeal against. */
export async function listAppealable(db: Db, viewer: Viewer): Promise<OutputOf<'listAppealable'>> {
  const rows = await queryRows(db, appealable, {
    memberId: viewer.id,
    entriesMax: String(appealableEntriesMax),
    limit: String(limits.appealsPerPage),
  })
  return {
    items: rows.map((row) => ({
      act: row.act,
      type: row.act === 'ban' ? null : row.comment_id === null ? 'post' : 'comment',
      targetId: row.act === 'ban' ? null : (row.comment_id ?? row.post_id),
      community:
        row.community_id !== null && row.community_name !== null
          ? { id: row.community_id, name: row.community_name }
          : null,
      post: postOfAppeal(row, viewer),
      actedAs: row.acted_as,
      actedAt: row.acted_at.toISOString(),
      rule: row.rule,
      reason: row.reason,
    })),
  }
}

/** Maximum number of considered log entries about a member. */
const appealableEntriesMax = 500

const isOwn = (scope: Scope): boolean => scope !== 'all' && 'memberId' in scope

async function parseScope(
  db: Db,
  viewer: Viewer,
  of: 'me' | 'all',
  communityText: string | undefined,
): Promise<Scope> {
  if (communityText) {
    const communityId = parseId(communityText)
    await enforceModeration(db, viewer, communityId, ['content', 'members'])
    return { communityId }
  }
  if (of === 'me') return { memberId: viewer.id }
  if (!viewer.isAdmin) throw new Refused(errors.notAdmin)
  return 'all'
}

function inScope(scope: Scope) {
  if (scope === 'all') return sql<boolean>`true`
  return 'memberId' in scope
    ? sql<boolean>`appeals.member_id = ${scope.memberId}`
    : sql<boolean>`appeals.community_id = ${scope.communityId}`
}

async function countOpen(db: Db, scope: Scope): Promise<number> {
  const counted = db
    .selectFrom('appeals')
    .where('answered_at', 'is', null)
    .where(inScope(scope))
    .select('id')
    .limit(limits.appealsCountedMax)
  return await countRows(db, counted)
}
