import type { DownvoterGroup, MadeWithAiPolicy } from '../../../contract/words.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { toolsRefusal } from '../../core/communities/policy.ts'
import { getCommunity } from '../../core/communities/queries.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { type CommunityKey, lockCommunity } from '../../core/permissions/lockCommunity.ts'
import { getRoles, staffRoleOf } from '../../core/permissions/roles.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce } from '../../platform/http/refused.ts'
import { aboutColumns } from './about.ts'

/** The changes; missing fields stay as they are. */
interface CommunityChange {
  readonly nsfw?: boolean
  /** Markdown; null or empty for none. */
  readonly about?: string | null
  readonly postingRestricted?: boolean
  readonly moderationLogNames?: boolean
  readonly removalReasonRequired?: boolean
  readonly downvoters?: DownvoterGroup
  /** For what is written from now on. */
  readonly scoreHiddenMinutes?: number
  readonly madeWithAi?: MadeWithAiPolicy
}

const settings = [
  'nsfw',
  'about',
  'postingRestricted',
  'moderationLogNames',
  'removalReasonRequired',
  'downvoters',
  'scoreHiddenMinutes',
  'madeWithAi',
] as const

/**
 * Changes the description and settings of a community; for its moderators and admins.
 *
 * @returns the community after the change, with its moderators and rules.
 * @throws Refused with `invalid_id`, `community/not-found` or `not_mod`.
 */
export function editCommunity(db: Db, key: CommunityKey, change: CommunityChange, to: ViewAs<Viewer>) {
  return db.transaction().execute(async (trx) => {
    const { id } = await lockCommunity(trx, key)
    const roles = await getRoles(trx, to.viewer, { id }, ['settings'])
    enforce(toolsRefusal(roles))
    const before = await getCommunity(trx, { id }, to)
    const columns = columnsOf(change, to.siteHosts)
    if (Object.keys(columns).length === 0) return before
    await trx.updateTable('communities').set(columns).where('id', '=', id).execute()
    const after = await getCommunity(trx, { id }, to)
    const changed = settings.filter((setting) => before[setting] !== after[setting])
    if (changed.length > 0)
      await recordAction(trx, {
        action: 'edit_community',
        actor: to.viewer,
        actedAs: staffRoleOf(roles),
        communityId: id,
        details: { changed },
      })
    return after
  })
}

function columnsOf(
  {
    nsfw,
    about,
    postingRestricted,
    moderationLogNames,
    removalReasonRequired,
    madeWithAi,
    ...votes
  }: CommunityChange,
  siteHosts: readonly string[],
) {
  return {
    ...(nsfw !== undefined && { nsfw }),
    ...(postingRestricted !== undefined && { posting_restricted: postingRestricted }),
    ...(moderationLogNames !== undefined && { moderation_log_names: moderationLogNames }),
    ...(removalReasonRequired !== undefined && { removal_reason_required: removalReasonRequired }),
    ...(votes.downvoters !== undefined && { downvoters: votes.downvoters }),
    ...(votes.scoreHiddenMinutes !== undefined && { score_hidden_minutes: votes.scoreHiddenMinutes }),
    ...(madeWithAi !== undefined && { made_with_ai: madeWithAi }),
    ...(about !== undefined && aboutColumns(about, siteHosts)),
  }
}
