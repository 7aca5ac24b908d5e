import { endpoints } from '../../../../contract/endpoints/index.ts'
import type { DecisionResult, QueueReview } from '../../../../contract/entities/queue.ts'
import { errors } from '../../../../contract/errors.ts'
import type { QueueAction } from '../../../../contract/queueWords.ts'
import { aboutContent, type Content, idsOf, lockContent } from '../../../core/content/content.ts'
import { setLocks } from '../../../core/content/lock.ts'
import { type GivenRemoval, removalOf } from '../../../core/content/removal.ts'
import { takeDown } from '../../../core/content/takeDown.ts'
import { recordActions } from '../../../core/moderationLog/record.ts'
import { moderationRefusal } from '../../../core/permissions/policy.ts'
import { staffRoleOf } from '../../../core/permissions/roles.ts'
import { closeReports } from '../../../core/reports/close.ts'
import type { Viewer } from '../../../core/sessions/viewer.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { queryRows } from '../../../platform/database/statement.ts'
import { parseId } from '../../../platform/http/ids.ts'
import { parseChoice } from '../../../platform/http/parameters.ts'
import { enforce, Refused } from '../../../platform/http/refused.ts'
import { type DecisionStatesRow, decisionStates } from './decisionStates.sql.ts'

interface GivenDecision extends GivenRemoval {
  /** Untrusted, like the types of the items. */
  readonly action: string
  readonly items: readonly { readonly type: string; readonly targetId: string; readonly version: string }[]
}

interface Item {
  readonly type: 'post' | 'comment'
  readonly targetId: string
  readonly version: string
}

const { body } = endpoints.decideQueueItems
const { type: typeOfItem } = body.properties.items.items.properties

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
  const idsOfType = (type: Item['type']) =>
    items.filter((item) => item.type === type).map(({ targetId }) => targetId)
  const ids = { postIds: idsOfType('post'), commentIds: idsOfType('comment') }
  return await db.transaction().execute(async (trx) => {
    const found = (
      await lockContent(trx, viewer, ids, { closesThreads: action === 'lock', ruleId: given.ruleId })
    ).filter((content) => !content.is_community_deleted)
    for (const { roles } of found) enforce(moderationRefusal(roles))
    const states = new Map((await queryRows(trx, decisionStates, ids)).map((state) => [keyOf(state), state]))
    const known = new Map(found.map((content) => [keyOf(content), content]))
    const current = items.filter((item) => isCurrent(action, item, states.get(item.key)))
    const targets = current.flatMap(({ key }) => known.get(key) ?? [])
    const done = new Set(targets.map(keyOf))
    await perform[action](trx, viewer, targets, given)
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

type Perform = (
  trx: Db,
  viewer: Viewer,
  targets: readonly Content[],
  given: GivenDecision,
) => Promise<unknown>

const perform: Record<QueueAction, Perform> = {
  async approve(trx, actor, targets, { reason }) {
    await recordActions(
      trx,
      targets.map((content) => ({
        ...aboutContent(content),
        action: `approve_${content.kind}` as const,
        actor,
        actedAs: staffRoleOf(content.roles),
        reason,
      })),
    )
    const about = { postsAlone: idsOf('post', targets), comments: idsOf('comment', targets) }
    await closeReports(trx, about, { outcome: 'kept', actor, decides: true })
  },
  remove: (trx, actor, targets, given) =>
    takeDown(
      trx,
      actor,
      targets.map((content) => ({
        content,
        as: staffRoleOf(content.roles),
        itsContent: 'kept',
        why: removalOf(given, content),
      })),
    ),
  lock: (trx, actor, targets, { reason }) =>
    setLocks(
      trx,
      actor,
      targets.map((content) => ({ content, as: staffRoleOf(content.roles), reason })),
      { locks: true },
    ),
}
