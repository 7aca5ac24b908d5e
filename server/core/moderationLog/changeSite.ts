import type { Db } from '../../platform/database/connection.ts'
import { enforceAdmin } from '../permissions/admin.ts'
import type { LiveSettings } from '../settings/live.ts'
import { lockSettings, type SettingChange } from '../settings/store.ts'
import { recordAction } from './record.ts'

/**
 * Lets an admin change what is set for the whole site, and records it. When it returns, it is in force in this process.
 *
 * @param change called with the settings locked, which serializes such changes; returns what it changed and has recorded with
 *   `recordSettingChanges`.
 * @throws Refused with `not_admin`.
 */
export async function changeSite(
  { db, liveSettings }: { db: Db; liveSettings: LiveSettings },
  admin: { readonly id: string },
  change: (trx: Db) => Promise<readonly SettingChange[]>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await enforceAdmin(trx, admin)
    await lockSettings(trx)
    const changes = await change(trx)
    if (changes.length === 0) return
    await recordAction(trx, {
      action: 'change_site_settings',
      actor: admin,
      actedAs: 'admins',
      communityId: null,
      details: { changed: changes.map(({ name }) => name) },
    })
  })
  await liveSettings.refresh()
}
