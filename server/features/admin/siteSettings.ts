import { sql } from 'kysely'
import type { SiteSettings } from '../../../contract/entities/siteSettings.ts'
import { errors } from '../../../contract/errors.ts'
import { keysOf } from '../../../contract/objects.ts'
import type { SettingValue } from '../../../contract/settingTypes.ts'
import { isSameValue } from '../../../contract/settingValues.ts'
import { type LockedSettings, settingOf } from '../../../contract/siteSettings.ts'
import { torBlockingChanged } from '../../core/ipBlocks/tor.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { enforceAdmin } from '../../core/permissions/admin.ts'
import {
  checkSettings,
  lockSettings,
  recordSettingChanges,
  storeSettings,
} from '../../core/settings/store.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'

/** The settings of the whole site in the older format. */
export async function findSiteSettings(db: Db, locked: LockedSettings): Promise<SiteSettings> {
  const { torBlocked, joining } = await db
    .selectFrom('site_settings')
    .select('tor_blocked as torBlocked')
    .select(storedJoining.as('joining'))
    .executeTakeFirstOrThrow()
  return {
    signupsDisabled: (locked.joining ?? joining ?? settingOf('joining').default) === 'closed',
    torBlocked,
  }
}

const storedJoining = sql<SettingValue | null>`(select value from setting_values where name = 'joining')`

/**
 * Changes settings of the site; missing ones stay as they are. `signupsDisabled` is the setting `joining`: `closed`, or as it was before
 * it was closed.
 *
 * @param admin.isInTor whether they use a Tor exit node, so that they would block themselves.
 * @returns all settings after the change.
 * @throws Refused with `own-ip` or `setting_locked`.
 */
export async function updateSiteSettings(
  db: Db,
  admin: { id: string; isInTor: boolean },
  change: Partial<SiteSettings>,
  locked: LockedSettings,
): Promise<SiteSettings> {
  return await db.transaction().execute(async (trx) => {
    await enforceAdmin(trx, admin)
    // Locked, so that the moderation log contains only the effects of this change.
    await lockSettings(trx)
    const before = await findSiteSettings(trx, locked)
    const after = { ...before, ...change }
    const changed = keysOf(after).filter((key) => after[key] !== before[key])
    if (changed.length === 0) return after
    if (changed.includes('signupsDisabled')) {
      const value = after.signupsDisabled ? 'closed' : await findJoiningBefore(trx)
      await storeSettings(trx, checkSettings([{ name: 'joining', value }], locked), { by: admin.id })
    }
    if (changed.includes('torBlocked')) {
      if (after.torBlocked && admin.isInTor) throw new Refused(errors.ownTorExit)
      await trx.updateTable('site_settings').set({ tor_blocked: after.torBlocked }).execute()
      await torBlockingChanged(trx, { isOn: after.torBlocked })
      await recordSettingChanges(
        trx,
        [{ name: 'torBlocked', before: before.torBlocked, after: after.torBlocked }],
        { by: admin.id },
      )
    }
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

/** How people joined before the site was closed, so that reopening it does not skip approvals. */
async function findJoiningBefore(trx: Db): Promise<SettingValue> {
  const closing = await trx
    .selectFrom('setting_changes')
    .where('name', '=', 'joining')
    .where('after', '=', sql<string>`'"closed"'::jsonb`)
    .select('before')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const before = closing?.before as SettingValue | null | undefined
  return before && !isSameValue(before, 'closed') ? before : 'open'
}
