import type { OutputOf } from '../../../../contract/endpoints/index.ts'
import { errors } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import { recordAction } from '../../../core/moderationLog/record.ts'
import { enforceAdmin } from '../../../core/permissions/admin.ts'
import { enforceModeration, lockModerated } from '../../../core/permissions/moderation.ts'
import type { Viewer } from '../../../core/sessions/viewer.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { queryRow } from '../../../platform/database/statement.ts'
import { parseId } from '../../../platform/http/ids.ts'
import { Refused } from '../../../platform/http/refused.ts'
import { insertSilence } from './insertSilence.sql.ts'

/**
 * Members whose reports are hidden, in a community or on the whole site.
 *
 * @throws Refused with `invalid_id`, `community/not-found`, `not_admin_nor_mod`, or `not_admin` without a community.
 */
export async function listSilencedReporters(
  db: Db,
  viewer: Viewer,
  given: { communityId?: string },
): Promise<OutputOf<'listSilencedReporters'>> {
  const communityId = given.communityId ? parseId(given.communityId) : null
  if (communityId !== null) await enforceModeration(db, viewer, communityId, ['members'])
  else if (!viewer.isAdmin) throw new Refused(errors.notAdmin)
  const rows = await db
    .selectFrom('report_silences')
    .innerJoin('users', 'users.id', 'report_silences.user_id')
    .leftJoin('users as silencer', (join) =>
      join.onRef('silencer.id', '=', 'silenced_by').on('silencer.deleted_at', 'is', null),
    )
    .where('community_id', communityId === null ? 'is' : '=', communityId)
    .where('users.deleted_at', 'is', null)
    .select(['users.username', 'report_silences.created_at', 'silencer.username as by'])
    .orderBy('report_silences.id', 'desc')
    .limit(limits.silencedReportersMax)
    .execute()
  return {
    items: rows.map(({ username, created_at, by }) => ({
      username,
      silencedAt: created_at.toISOString(),
      silencedBy: by,
    })),
  }
}

/**
 * Hides future reports of a member, or shows them again; repeating it changes nothing. The member does not learn of it.
 * Only admins see it in the log.
 *
 * @throws Refused with `invalid_id`, `community/not-found`, `not_admin_nor_mod`, or `not_admin` without a community; then with
 *   `user_not_found` or `too-many-silenced`.
 */
export async function silenceReporter(
  db: Db,
  viewer: Viewer,
  given: { username: string; communityId?: string | null; silenced: boolean },
): Promise<{ success: true }> {
  const communityId = given.communityId ? parseId(given.communityId) : null
  await db.transaction().execute(async (trx) => {
    if (communityId === null) await enforceAdmin(trx, viewer)
    const actedAs =
      communityId === null ? 'admins' : await lockModerated(trx, viewer, communityId, ['members'])
    const { id: userId } = await trx
      .selectFrom('users')
      .where('username_key', '=', given.username.trim().toLowerCase())
      .where('deleted_at', 'is', null)
      .select('id')
      .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
    const isChanged = given.silenced
      ? await silence(trx, { userId, communityId, by: viewer.id })
      : await unsilence(trx, { userId, communityId })
    if (isChanged)
      await recordAction(trx, {
        action: given.silenced ? 'silence_reporter' : 'unsilence_reporter',
        actor: viewer,
        actedAs,
        communityId,
        userId,
      })
  })
  return { success: true }
}

interface Silence {
  readonly userId: string
  readonly communityId: string | null
}

/** @returns whether anything changed. */
async function silence(trx: Db, { userId, communityId, by }: Silence & { by: string }): Promise<boolean> {
  const row = await queryRow(trx, insertSilence, {
    userId,
    communityId,
    silencedBy: by,
    silencesMax: limits.silencedReportersMax,
  })
  if (!row) throw new Refused(errors.tooManySilencedReporters)
  return row.is_new
}

async function unsilence(trx: Db, { userId, communityId }: Silence): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('report_silences')
    .where('user_id', '=', userId)
    .where('community_id', communityId === null ? 'is' : '=', communityId)
    .returning('id')
    .execute()
  return deleted.length > 0
}
