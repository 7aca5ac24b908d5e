import { endpoints } from '../../../../contract/endpoints/index.ts'
import type { DecisionResult, QueueReview } from '../../../../contract/entities/queue.ts'
import { errors } from '../../../../contract/errors.ts'
import type { QueueAction } from '../../../../contract/queueWords.ts'
import type { ReportOutcome } from '../../../../contract/words.ts'
import { parseReason } from '../../../core/moderationLog/record.ts'
import { moderationRefusal } from '../../../core/permissions/policy.ts'
import { staffRoleOf } from '../../../core/permissions/roles.ts'
import { type GivenRemoval, removalOf } from '../../../core/removals/removal.ts'
import { closeReports } from '../../../core/reports/close.ts'
import type { Viewer } from '../../../core/sessions/viewer.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { queryRows } from '../../../platform/database/statement.ts'
import { parseId } from '../../../platform/http/ids.ts'
import { parseChoice } from '../../../platform/http/parameters.ts'
import { enforce, Refused } from '../../../platform/http/refused.ts'
import { decide } from './decide.sql.ts'
import { type DecisionStatesRow, decisionStates } from './decisionStates.sql.ts'
import { type DecisionTargetsRow, decisionTargets } from './decisionTargets.sql.ts'
import { lockDecisionTargets } from './lockDecisionTargets.sql.ts'

interface GivenDecision extends Omit<GivenRemoval, 'reason'> {
  /** Untrusted, like the types of the items. */
  readonly action: string
  readonly items: readonly { readonly type: string; readonly targetId: string; readonly version: string }[]
  readonly reason?: string | null | undefined
}

interface Item {
  readonly type: 'post' | 'comment'
  readonly targetId: string
  readonly version: string
}

const { body } = endpoints.decideQueueItems
const { type: typeOfItem } = body.properties.items.items.properties
const outcomes: Record<QueueAction, ReportOutcome> = { approve: 'kept', remove: 'removed', lock: 'locked' }

function parseItem(item: GivenDecision['items'][number]): Item {
  const type = parseChoice(typeOfItem, item.type)
  if (type === undefined) throw new Refused(errors.invalidReportType)
  return { type, targetId: parseId(item.targetId), version: item.version }
}

const keyOf = (row: { post_id: string; comment_id: string | null }) =>
  row.comment_id === null ? `post ${row.post_id}` : `comment ${row.comment_id}`

/** The decision of another moderator about a skipped item; null if nobody decided and it no longer exists. */
function reviewOf(state: DecisionStatesRow | undefined): QueueReview | null {
  if (!state) return null
  if (state.deleted_at && state.deleted_as !== 'normal')
    return { outcome: 'removed', by: state.deleter, at: state.deleted_at.toISOString() }
  if (state.deleted_at || !state.outcome || !state.reviewed_at) return null
  return { outcome: state.outcome, by: state.reviewer, at: state.reviewed_at.toISOString() }
}

/** Whether nobody has decided since the moderator read it. Deleted items can only be approved. */
const isCurrent = (action: QueueAction, item: Item, state: DecisionStatesRow | undefined): boolean =>
  state !== undefined && state.version === item.version && (action === 'approve' || state.deleted_at === null)

/**
 * Approves, removes or locks posts and comments, each unless another moderator decided about it since (optimistic locking by its
 * version). The number of statements is constant.
 *
 * @throws Refused with `invalid_action`, `invalid_type`, `invalid_id`, or `rule_not_found`, and with `not_admin_nor_mod` if the viewer
 *   does not moderate all of their communities; then nothing is done.
 */
export async function decideQueueItems(
  db: Db,
  viewer: Viewer,
  given: GivenDecision,
): Promise<{ results: DecisionResult[] }> {
  const action = parseChoice(body.properties.action, given.action)
  if (!action) throw new Refused(errors.invalidAction)
  const items = [
    ...new Map(given.items.map(parseItem).map((item) => [`${item.type} ${item.targetId}`, item])),
  ].map(([key, item]) => ({ key, ...item }))
  const idsOf = (type: Item['type'], of: readonly Item[]) =>
    of.filter((item) => item.type === type).map(({ targetId }) => targetId)
  const ids = { postIds: idsOf('post', items), commentIds: idsOf('comment', items) }
  return await db.transaction().execute(async (trx) => {
    const found = await queryRows(trx, decisionTargets, {
      ...ids,
      memberId: viewer.id,
      ruleId: given.ruleId ?? null,
    })
    for (const row of found)
      enforce(moderationRefusal({ isAdmin: row.is_admin, isModerator: row.is_moderator }))
    await queryRows(trx, lockDecisionTargets, { ...ids, closesThreads: action === 'lock' })
    const states = new Map((await queryRows(trx, decisionStates, ids)).map((state) => [keyOf(state), state]))
    const known = new Set(found.map(keyOf))
    const current = items.filter(
      (item) => known.has(item.key) && isCurrent(action, item, states.get(item.key)),
    )
    const done = new Set(current.map(({ key }) => key))
    const targets = found.filter((row) => done.has(keyOf(row)))
    if (targets.length > 0) {
      const authors = action === 'remove' ? [...new Set(targets.map(({ author_id }) => author_id))] : []
      if (authors.length > 0)
        await trx
          .selectFrom('users')
          .where('id', 'in', authors)
          .select('id')
          .orderBy('id')
          .forNoKeyUpdate()
          .execute()
      await queryRows(trx, decide, {
        action,
        memberId: viewer.id,
        targets: JSON.stringify(targets.map((row) => decided(action, row, given))),
      })
      const reports = { outcome: outcomes[action], actor: viewer }
      const posts = idsOf('post', current)
      // Separate statements: the one before may have waited for a report, which its snapshot does not contain.
      if (action === 'remove' && posts.length > 0) await closeReports(trx, { posts }, reports)
      await closeReports(trx, { postsAlone: posts, comments: idsOf('comment', current) }, reports)
    }
    return {
      results: items.map(({ key, type, targetId }) => ({
        type,
        targetId,
        done: done.has(key),
        review: done.has(key) ? null : reviewOf(states.get(key)),
      })),
    }
  })
}

/** A row of the statement `decide`. */
function decided(action: QueueAction, row: DecisionTargetsRow, given: GivenDecision) {
  const role = { acted_as: staffRoleOf({ isAdmin: row.is_admin, isModerator: row.is_moderator }) }
  const { post_id, comment_id, community_id, author_id } = row
  const ids = { post_id, comment_id, community_id, author_id }
  if (action !== 'remove')
    return { ...ids, ...role, reason: parseReason(given.reason), details: {}, facts: {} }
  const { logged, forAuthor } = removalOf(
    { ...given, reason: given.reason ?? undefined },
    {
      type: comment_id === null ? 'post' : 'comment',
      author: row.author_name,
      title: row.title,
      postDeletedAs: row.post_deleted_as,
      community: row.community_name,
      rule: row.rule,
    },
  )
  return { ...ids, ...role, ...logged, facts: forAuthor }
}
