import type { ReviewSettings } from '../../../contract/entities/held.ts'
import { errors } from '../../../contract/errors.ts'
import { reviewLevels, undecidedChoices } from '../../../contract/heldWords.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { enforceModeration, lockModerated } from '../../core/permissions/moderation.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseId } from '../../platform/http/ids.ts'
import { Refused } from '../../platform/http/refused.ts'

/** @throws Refused with `invalid_id`, `community/not-found` or `not_admin_nor_mod`. */
export async function getReviewSettings(
  db: Db,
  viewer: Viewer,
  given: { communityId: string },
): Promise<ReviewSettings> {
  const communityId = parseId(given.communityId)
  await enforceModeration(db, viewer, communityId, ['settings'])
  return await findSettings(db, communityId)
}

/** @throws Refused as `getReviewSettings` does, or with `invalid_hold_level`. */
export async function saveReviewSettings(
  db: Db,
  viewer: Viewer,
  given: { communityId: string; holdNewMembers: string; undecided: string },
): Promise<ReviewSettings> {
  const communityId = parseId(given.communityId)
  return await db.transaction().execute(async (trx) => {
    const actedAs = await lockModerated(trx, viewer, communityId, ['settings'])
    const holdNewMembers = reviewLevels.find((level) => level === given.holdNewMembers)
    const undecided = undecidedChoices.find((choice) => choice === given.undecided)
    if (!holdNewMembers || !undecided) throw new Refused(errors.invalidHoldLevel)
    const before = await findSettings(trx, communityId)
    await trx
      .updateTable('communities')
      .set({ hold_new_members: holdNewMembers === 'site' ? null : holdNewMembers, undecided })
      .where('id', '=', communityId)
      .execute()
    const changed = [
      ...(before.holdNewMembers === holdNewMembers ? [] : ['holdNewMembers']),
      ...(before.undecided === undecided ? [] : ['undecided']),
    ]
    if (changed.length > 0)
      await recordAction(trx, {
        action: 'edit_community',
        actor: viewer,
        actedAs,
        communityId,
        details: { changed },
      })
    return { holdNewMembers, undecided }
  })
}

async function findSettings(db: Db, communityId: string): Promise<ReviewSettings> {
  const { holdNewMembers, undecided } = await db
    .selectFrom('communities')
    .where('id', '=', communityId)
    .select(['hold_new_members as holdNewMembers', 'undecided'])
    .executeTakeFirstOrThrow(() => new Refused(errors.communityNotFound))
  return { holdNewMembers: holdNewMembers ?? 'site', undecided }
}
