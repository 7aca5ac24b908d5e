import { sql } from 'kysely'
import type { AutomationAct } from '../../../contract/automation.ts'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { excerptOfFacts } from '../../core/automation/hits.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseNumberCursor } from '../../platform/http/cursor.ts'
import { Refused } from '../../platform/http/refused.ts'
import { enforceScope, parseScope } from './scope.ts'
import { pathOfContent } from './try.ts'

/**
 * What the rules of a community, or of the site, applied to; the latest first.
 *
 * @throws Refused as `enforceScope`, and with `invalid_cursor` or `automation_not_found`.
 */
export async function listAutomationHits(
  db: Db,
  viewer: Viewer,
  given: { readonly communityId?: string; readonly rule?: string; readonly next?: string },
): Promise<OutputOf<'listAutomationHits'>> {
  const communityId = parseScope(given.communityId)
  await enforceScope(db, viewer, communityId)
  const { rule } = given
  if (rule && !/^\d{1,18}$/.test(rule)) throw new Refused(errors.automationNotFound)
  const cursor = parseNumberCursor(given.next)
  const limit = limits.automationHitsPerPage
  const rows = await db
    .selectFrom('automation_hits as hit')
    .innerJoin('automation_rules as rule', 'rule.id', 'hit.rule_id')
    .innerJoin('communities', 'communities.id', 'hit.community_id')
    .leftJoin('posts', 'posts.id', 'hit.post_id')
    .leftJoin('comments', 'comments.id', 'hit.comment_id')
    .where('rule.community_id', 'is not distinct from', communityId)
    // The rules of a community apply in it alone, so its hits are found by its index.
    .$if(communityId !== null, (q) => q.where('hit.community_id', '=', communityId ?? ''))
    .$if(!!rule, (q) => q.where('hit.rule_id', '=', rule ?? ''))
    .$if(cursor !== null, (q) => q.where('hit.id', '<=', cursor ?? ''))
    .select([
      'hit.id',
      'hit.rule_id',
      'rule.name as rule_name',
      'hit.is_shadow',
      'hit.acts',
      'hit.at',
      'hit.kind',
      'hit.comment_id',
      'communities.name as community_name',
      'posts.public_id',
      'hit.excerpt',
      'posts.title',
      'comments.body',
      sql<boolean>`is_hit_reversed(hit)`.as('is_reversed'),
      sql<string | null>`named(hit.author_id)`.as('author'),
    ])
    .orderBy('hit.id', 'desc')
    .limit(limit + 1)
    .execute()
  return {
    hits: rows.slice(0, limit).map((row) => ({
      id: row.id,
      ruleId: row.rule_id,
      ruleName: row.rule_name,
      isShadow: row.is_shadow,
      acts: row.acts as AutomationAct[],
      at: row.at.toISOString(),
      isReversed: row.is_reversed,
      type: row.kind === 'comment' ? 'comment' : 'post',
      communityName: row.community_name,
      path: row.public_id === null ? null : pathOfContent(row.community_name, row.public_id, row.comment_id),
      excerpt:
        row.excerpt ??
        (row.body === null ? (row.title ?? '') : excerptOfFacts({ title: null, link: null, body: row.body })),
      author: row.author === null ? null : { username: row.author },
    })),
    next: rows[limit]?.id ?? null,
  }
}
