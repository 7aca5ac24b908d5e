import type { Db } from '../database/connection.ts'
import { enforce } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import { recordAct } from '../moderation/log.ts'
import { aboutColumns } from './about.ts'
import { type CommunityAddress, lockCommunity, officeOf, standingIn } from './lock.ts'
import { toolsRefusal } from './policy.ts'
import { type CommunityViewFor, getCommunity } from './read.ts'

/** What is to be another; what is missing stays. */
interface CommunityChange {
  readonly nsfw?: boolean
  /** Markdown; null or empty for none. */
  readonly about?: string | null
  readonly postingRestricted?: boolean
  readonly moderationLogNames?: boolean
}

const settings = ['nsfw', 'about', 'postingRestricted', 'moderationLogNames'] as const

/**
 * Changes what a community says of itself and who may post in it, which its moderators and admins can do.
 *
 * @returns the community as it is afterwards, with its moderators and rules.
 * @throws Refused with `invalid_id`, `community/not-found` or `not_mod`.
 */
export function editCommunity(
  db: Db,
  address: CommunityAddress,
  change: CommunityChange,
  to: CommunityViewFor<Viewer>,
) {
  return db.transaction().execute(async (trx) => {
    const { id } = await lockCommunity(trx, address)
    const standing = await standingIn(trx, to.viewer, { id })
    enforce(toolsRefusal(standing))
    const before = await getCommunity(trx, { id }, to)
    const columns = columnsOf(change, to.siteHost)
    if (Object.keys(columns).length === 0) return before
    await trx.updateTable('communities').set(columns).where('id', '=', id).execute()
    const after = await getCommunity(trx, { id }, to)
    const changed = settings.filter((setting) => before[setting] !== after[setting])
    if (changed.length > 0)
      await recordAct(trx, {
        action: 'edit_community',
        actor: to.viewer,
        actedAs: officeOf(standing),
        communityId: id,
        details: { changed },
      })
    return after
  })
}

function columnsOf(
  { nsfw, about, postingRestricted, moderationLogNames }: CommunityChange,
  siteHost: string | undefined,
) {
  return {
    ...(nsfw !== undefined && { nsfw }),
    ...(postingRestricted !== undefined && { posting_restricted: postingRestricted }),
    ...(moderationLogNames !== undefined && { moderation_log_names: moderationLogNames }),
    ...(about !== undefined && aboutColumns(about, siteHost)),
  }
}
