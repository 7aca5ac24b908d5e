import { sql } from 'kysely'
import type { AlertChoice, AlertSettings, QuietHours } from '../../../../contract/entities/alerts.ts'
import { errors } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import { enforceModeration, lockModerated } from '../../../core/permissions/moderation.ts'
import type { Viewer } from '../../../core/sessions/viewer.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { parseId } from '../../../platform/http/ids.ts'
import { Refused } from '../../../platform/http/refused.ts'

/**
 * Which reports in a community notify the viewer, and when.
 *
 * @throws Refused with `invalid_id`, `community/not-found` or `not_admin_nor_mod`.
 */
export async function getAlertSettings(
  db: Db,
  viewer: Viewer,
  given: { communityId: string },
): Promise<AlertSettings> {
  const communityId = parseId(given.communityId)
  await enforceModeration(db, viewer, communityId, ['content'])
  return await findSettings(db, viewer, communityId)
}

/** @throws Refused as `getAlertSettings` does, or with `invalid-alerts`. */
export async function saveAlertSettings(
  db: Db,
  viewer: Viewer,
  given: AlertChoice & { communityId: string },
): Promise<AlertSettings> {
  const communityId = parseId(given.communityId)
  return await db.transaction().execute(async (trx) => {
    await lockModerated(trx, viewer, communityId, ['content'])
    const { onFirst, threshold, ageHours } = given
    if (
      !isWithin(threshold, limits.alertThresholdMin, limits.alertThresholdMax) ||
      !isWithin(ageHours, 1, limits.alertAgeHoursMax)
    )
      throw new Refused(errors.invalidAlerts)
    const stored = { on_first: onFirst, threshold, age_hours: ageHours }
    await trx
      .insertInto('report_alert_settings')
      .values({ user_id: viewer.id, community_id: communityId, ...stored })
      .onConflict((conflict) => conflict.columns(['user_id', 'community_id']).doUpdateSet(stored))
      .execute()
    return await findSettings(trx, viewer, communityId)
  })
}

const isWithin = (number: number | null, min: number, max: number) =>
  number === null || (number >= min && number <= max)

async function findSettings(db: Db, { id }: { id: string }, communityId: string): Promise<AlertSettings> {
  const row = await db
    .selectFrom('users')
    .leftJoin('report_alert_settings as chosen', (join) =>
      join.onRef('chosen.user_id', '=', 'users.id').on('chosen.community_id', '=', communityId),
    )
    .leftJoin('quiet_hours', 'quiet_hours.user_id', 'users.id')
    .leftJoin('queue_feeds', 'queue_feeds.user_id', 'users.id')
    .where('users.id', '=', id)
    .select([
      'on_first as onFirst',
      'threshold',
      'age_hours as ageHours',
      'from_hour as fromHour',
      'until_hour as untilHour',
      'time_zone as timeZone',
      'queue_feeds.created_at as feedMadeAt',
    ])
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
  const { onFirst, threshold, ageHours, fromHour, untilHour, timeZone, feedMadeAt } = row
  return {
    ...(onFirst === null ? limits.alertDefaults : { onFirst, threshold, ageHours }),
    quietHours:
      fromHour === null || untilHour === null || timeZone === null ? null : { fromHour, untilHour, timeZone },
    feedMadeAt: feedMadeAt?.toISOString() ?? null,
  }
}

/** @throws Refused with `invalid-quiet-hours`, also for an unknown time zone. */
export async function saveQuietHours(
  db: Db,
  { id }: Pick<Viewer, 'id'>,
  { quietHours }: { quietHours: QuietHours | null },
): Promise<{ success: true }> {
  if (quietHours === null) {
    await db.deleteFrom('quiet_hours').where('user_id', '=', id).execute()
    return { success: true }
  }
  const { fromHour, untilHour, timeZone } = quietHours
  if (!isHour(fromHour) || !isHour(untilHour) || fromHour === untilHour)
    throw new Refused(errors.invalidQuietHours)
  const { numAffectedRows } = await sql`
    insert into quiet_hours (user_id, from_hour, until_hour, time_zone)
    select ${id}, ${fromHour}, ${untilHour}, name from pg_timezone_names where name = ${timeZone} and length(name) <= 64
    on conflict (user_id) do update set from_hour = excluded.from_hour, until_hour = excluded.until_hour,
      time_zone = excluded.time_zone`.execute(db)
  if (!numAffectedRows) throw new Refused(errors.invalidQuietHours)
  return { success: true }
}

const isHour = (number: number) => number >= 0 && number <= 23
