import { errors } from '../../../contract/errors.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import { batchedByKey } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { isStaff, rolesAtRequest } from '../permissions/roles.ts'
import { newMembers } from './newMembers.ts'
import { wave } from './wave.ts'
import type { Check, Place, Reason, Written } from './written.ts'

/*
 * What every new post, comment and edit passes before it is stored. Each check lets it pass, holds it until a moderator has
 * reviewed it, or refuses it.
 */

const checks: readonly Check[] = [newMembers, wave]

/** What is to be held, and where. */
export interface ToHold {
  readonly place: Place
  readonly reasons: readonly Reason[]
}

/**
 * Asks all checks. Moderators of the community and admins always pass.
 *
 * @returns null if it may be stored.
 * @throws Refused with `refused_by_rule` if a check refuses it.
 */
export async function review(
  { db, settings }: { db: Db; settings: SettingValues },
  written: Written,
): Promise<ToHold | null> {
  let found: Promise<Place | null> | undefined
  const place = () => {
    found ??= findPlace(db, written.at)
    return found
  }
  if (written.author.isAdmin) return null
  const reasons: Reason[] = []
  for (const check of checks) {
    const verdict = await check({ ...written, db, settings, place })
    if (!verdict) continue
    const where = await place()
    if (!where || isStaff(rolesAtRequest(written.author, where.communityId))) return null
    if ('refuse' in verdict) throw new Refused({ ...errors.refusedByRule, message: verdict.refuse })
    reasons.push(verdict.hold)
  }
  const where = reasons.length > 0 ? await place() : null
  return where && { place: where, reasons }
}

const columns = [
  'communities.id as communityId',
  'communities.name as communityName',
  'communities.hold_new_members as holdNewMembers',
] as const

/** Comments that come at the same time share a statement. */
const findPlaceOfPost = batchedByKey(
  (db, publicIds) =>
    db
      .selectFrom('posts')
      .innerJoin('communities', 'communities.id', 'posts.community_id')
      .where('posts.public_id', 'in', publicIds)
      .select([...columns, 'posts.id as postId', 'posts.public_id as publicId'])
      .execute(),
  ({ publicId }) => publicId,
)

async function findPlace(db: Db, at: Written['at']): Promise<Place | null> {
  if ('publicId' in at) return (await findPlaceOfPost(db, at.publicId)) ?? null
  const community = await db
    .selectFrom('communities')
    .where('id', '=', at.communityId)
    .select(columns)
    .executeTakeFirst()
  return community ? { ...community, postId: null } : null
}
