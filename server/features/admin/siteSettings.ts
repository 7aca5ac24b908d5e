import type { SiteSettings } from '../../../contract/entities/siteSettings.ts'
import { errors } from '../../../contract/errors.ts'
import { torBlockingChanged } from '../../core/ipBlocks/tor.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { enforceAdmin } from '../../core/permissions/admin.ts'
import { recordSettingChanges } from '../../core/settings/store.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'

const columns = ['signups_disabled as signupsDisabled', 'tor_blocked as torBlocked'] as const

/** What admins have decided for the whole site. */
export const findSiteSettings = (db: Db): Promise<SiteSettings> =>
  db.selectFrom('site_settings').select(columns).executeTakeFirstOrThrow()

/**
 * Changes settings of the site; missing ones stay as they are.
 *
 * @param admin.isInTor whether they are at an exit of the Tor network, and would shut themselves out with it.
 * @returns all settings as they are afterwards.
 * @throws Refused with `own-ip`.
 */
export async function updateSiteSettings(
  db: Db,
  admin: { id: string; isInTor: boolean },
  change: Partial<SiteSettings>,
): Promise<SiteSettings> {
  return await db.transaction().execute(async (trx) => {
    await enforceAdmin(trx, admin)
    // Locked, so the moderation log names what this change did and nothing of another one.
    const before = await trx
      .selectFrom('site_settings')
      .select(columns)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const after = { ...before, ...change }
    const changed = (Object.keys(after) as (keyof SiteSettings)[]).filter((key) => after[key] !== before[key])
    if (changed.length === 0) return after
    const isTorChanged = changed.includes('torBlocked')
    if (isTorChanged && after.torBlocked && admin.isInTor) throw new Refused(errors.ownTorExit)
    await trx
      .updateTable('site_settings')
      .set({ signups_disabled: after.signupsDisabled, tor_blocked: after.torBlocked })
      .execute()
    if (isTorChanged) await torBlockingChanged(trx, { isOn: after.torBlocked })
    await recordSettingChanges(
      trx,
      changed.map((name) => ({ name, before: before[name], after: after[name] })),
      { by: admin.id },
    )
    await recordAction(trx, {
      action: 'change_site_settings',
      actor: admin,
      actedAs: 'admins',
      communityId: null,
      details: { changed },
    })
    return after
  })
}
