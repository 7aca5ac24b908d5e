import type { Db } from '../database/connection.ts'
import { enforce } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import { aboutColumns } from './about.ts'
import { type CommunityAddress, lockCommunity, standingIn } from './lock.ts'
import { toolsRefusal } from './policy.ts'
import { type CommunityViewFor, getCommunity } from './read.ts'

/** What is to be another; what is missing stays. */
interface CommunityChange {
  readonly nsfw?: boolean
  /** Markdown; null or empty for none. */
  readonly about?: string | null
  readonly postingRestricted?: boolean
}

/**
 * Changes what a community says of itself and who may post in it, which its moderators and admins can do.
 *
 * @returns the community as it is afterwards, with its moderators and rules.
 * @throws Refused with `invalid_id`, `community/not-found` or `not_mod`.
 */
export async function editCommunity(
  db: Db,
  address: CommunityAddress,
  change: CommunityChange,
  to: CommunityViewFor<Viewer>,
) {
  return db.transaction().execute(async (trx) => {
    const community = await lockCommunity(trx, address)
    enforce(toolsRefusal(await standingIn(trx, to.viewer, community)))
    const columns = columnsOf(change, to.siteHost)
    if (Object.keys(columns).length > 0)
      await trx.updateTable('communities').set(columns).where('id', '=', community.id).execute()
    return getCommunity(trx, { id: community.id }, to)
  })
}

function columnsOf({ nsfw, about, postingRestricted }: CommunityChange, siteHost: string | undefined) {
  return {
    ...(nsfw !== undefined && { nsfw }),
    ...(postingRestricted !== undefined && { posting_restricted: postingRestricted }),
    ...(about !== undefined && aboutColumns(about, siteHost)),
  }
}
