import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { Services } from '../../core/api/route.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { enforceAdmin } from '../../core/permissions/admin.ts'
import { checkSettings, storeSettings, type WantedSetting } from '../../core/settings/store.ts'
import { getSettings } from './list.ts'

/**
 * Changes settings of the site, all or none. When it returns, they are in force in this process.
 *
 * @returns the named settings after the change.
 * @throws Refused with `unknown_setting`, `setting_locked` or `invalid_setting`; the message names the setting.
 */
export async function changeSettings(
  { db, liveSettings }: Pick<Services, 'db' | 'liveSettings'>,
  admin: { id: string },
  wanted: readonly WantedSetting[],
): Promise<OutputOf<'changeSettings'>> {
  const checked = checkSettings(wanted, liveSettings.locked)
  await db.transaction().execute(async (trx) => {
    await enforceAdmin(trx, admin)
    const changes = await storeSettings(trx, checked, { by: admin.id })
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
  return { settings: await getSettings(db, liveSettings.locked, [...checked.keys()]) }
}
