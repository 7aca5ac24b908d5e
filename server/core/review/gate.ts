import { type ApiError, errors } from '../../../contract/errors.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import { batchedByKey } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Match } from '../automation/decide.ts'
import type { Automation } from '../automation/live.ts'
import type { ConfigOfActs } from '../content/performRules.ts'
import { isStaff, rolesAtRequest } from '../permissions/roles.ts'
import { applyRules, type Follow } from './applyRules.ts'
import { checks } from './checks.ts'
import type { Content, Place, Reason, Reviewed, Written } from './written.ts'

/*
 * What every new post, comment and edit passes before it is stored. Each check lets it pass, holds it until a moderator has
 * reviewed it, or refuses it.
 */

/** What is to be held, and where. */
export interface ToHold {
  readonly place: Place
  readonly reasons: readonly Reason[]
  /** The rules that hold it, and those that only log; they are logged with it. */
  readonly matches: readonly Match[]
  readonly content: Content
}

/** What a review needs. */
export interface ReviewServices {
  readonly db: Db
  readonly config: ConfigOfActs
  readonly settings: SettingValues
  readonly automation: Automation
}

export interface Reviewing {
  /** Null if it may be stored. */
  readonly toHold: ToHold | null
  /** What rules do once it is stored; null for most. */
  readonly follow: Follow | null
}

/**
 * Asks all rules and checks. Moderators of the community and admins pass, except for rules that do not spare them; and moderators
 * wait with images that look like blocked ones, too.
 *
 * @throws Refused with `refused_by_rule` if a rule or check refuses it.
 */
export async function review(
  { db, config, settings, automation }: ReviewServices,
  written: Written,
): Promise<Reviewing> {
  let found: Promise<Place | null> | undefined
  const place = () => {
    found ??= findPlace(db, written.at)
    return found
  }
  const ruled = await applyRules({ db, config, automation, settings }, written, place)
  const reasons: Reason[] = [...ruled.reasons, ...(await checkAll({ ...written, db, settings, place }))]
  const where = reasons.length > 0 ? await place() : null
  return {
    toHold: where && { place: where, reasons, matches: ruled.matches, content: written.content },
    follow: ruled.follow,
  }
}

async function checkAll(reviewed: Reviewed): Promise<Reason[]> {
  if (reviewed.author.isAdmin) return []
  const reasons: Reason[] = []
  for (const { check, sparesModerators } of checks) {
    const verdict = await check(reviewed)
    if (!verdict) continue
    const where = await reviewed.place()
    if (!where) return []
    if (sparesModerators && isStaff(rolesAtRequest(reviewed.author, where.communityId, null))) continue
    if ('refuse' in verdict) throw new Refused(errorOf(verdict.refuse))
    reasons.push(verdict.hold)
  }
  return reasons
}

const errorOf = (refuse: string | ApiError): ApiError =>
  typeof refuse === 'string' ? { ...errors.refusedByRule, message: refuse } : refuse

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
