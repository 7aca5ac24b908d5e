import { endpoints, type OutputOf } from '../../../contract/endpoints/index.ts'
import type { Setting } from '../../../contract/entities/setting.ts'
import {
  type LockedSettings,
  type SettingName,
  settingNames,
  settingOf,
} from '../../../contract/siteSettings.ts'
import type { Services } from '../../core/api/route.ts'
import { changeSite } from '../../core/moderationLog/changeSite.ts'
import { effectiveSettings } from '../../core/settings/effective.ts'
import { checkSettings, type RequestedSetting, storeSettings } from '../../core/settings/store.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseChoice } from '../../platform/http/parameters.ts'

/** The settings of a group, by default all, with their values, defaults and locking variables. */
export async function listSettings(
  db: Db,
  locked: LockedSettings,
  query: { group?: string } = {},
): Promise<OutputOf<'listSettings'>> {
  const group = parseChoice(endpoints.listSettings.query.properties.group, query.group)
  const names = settingNames.filter((name) => !group || settingOf(name).group === group)
  return { settings: await getSettings(db, locked, names) }
}

/** The current state of these settings. */
export async function getSettings(
  db: Db,
  locked: LockedSettings,
  names: readonly SettingName[],
): Promise<Setting[]> {
  const rows = await db
    .selectFrom('setting_values')
    .leftJoin('users', 'users.id', 'changed_by')
    .select(['name', 'value', 'changed_at as changedAt', 'username as changedBy'])
    .execute()
  const byName = new Map(rows.map((row) => [row.name, row]))
  const values = effectiveSettings(Object.fromEntries(rows.map(({ name, value }) => [name, value])), locked)
  return names.map((name): Setting => {
    const { group, variable = null, default: byDefault } = settingOf(name)
    const change = byName.get(name)
    return {
      name,
      group,
      value: values[name] ?? byDefault,
      default: byDefault,
      lockedBy: locked[name] === undefined ? null : variable,
      changedAt: change?.changedAt.toISOString() ?? null,
      changedBy: change?.changedBy ?? null,
    }
  })
}

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
