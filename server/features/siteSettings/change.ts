import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { Services } from '../../core/api/route.ts'
import { changeSite } from '../../core/moderationLog/changeSite.ts'
import { checkSettings, type RequestedSetting, storeSettings } from '../../core/settings/store.ts'
import { getSettings } from './list.ts'

/**
 * Changes settings of the site, all or none. When it returns, they are in force in this process.
 *
 * @returns the named settings after the change.
 * @throws Refused with `unknown_setting`, `setting_locked` or `invalid_setting`; the message names the setting.
 */
export async function changeSettings(
  services: Pick<Services, 'db' | 'liveSettings'>,
  admin: { id: string },
  requested: readonly RequestedSetting[],
): Promise<OutputOf<'changeSettings'>> {
  const { locked } = services.liveSettings
  const checked = checkSettings(requested, locked)
  await changeSite(services, admin, (trx) => storeSettings(trx, checked, { by: admin.id }))
  return { settings: await getSettings(services.db, locked, [...checked.keys()]) }
}
