import { sql } from 'kysely'
import { errors } from '../../../contract/errors.ts'
import type { SettingValue } from '../../../contract/settingTypes.ts'
import { checkSetting, isSameValue } from '../../../contract/settingValues.ts'
import {
  isSettingName,
  type LockedSettings,
  type SettingName,
  settingOf,
} from '../../../contract/siteSettings.ts'
import type { Db } from '../../platform/database/connection.ts'
import { refuseExplained } from '../../platform/http/refused.ts'
import { settingsChannel } from './live.ts'

/** A requested change; null resets the setting to its default. */
export interface RequestedSetting {
  readonly name: string
  readonly value: unknown
}

type CheckedSettings = ReadonlyMap<SettingName, SettingValue | null>

/**
 * Checks changes before anything is stored.
 *
 * @throws Refused with `unknown_setting`, `setting_locked` or `invalid_setting`; the message names the setting and the reason.
 */
export function checkSettings(
  requested: readonly RequestedSetting[],
  locked: LockedSettings,
): CheckedSettings {
  return new Map(
    requested.map(({ name, value }): [SettingName, SettingValue | null] => {
      if (!isSettingName(name))
        return refuseExplained(errors.unknownSetting, `There is no setting “${name.slice(0, 100)}”.`)
      const definition = settingOf(name)
      if (locked[name] !== undefined)
        return refuseExplained(
          errors.settingLocked,
          `${name} is set by the environment variable ${definition.variable}.`,
        )
      if (value === null) return [name, null]
      try {
        return [name, checkSetting(definition, value)]
      } catch (reason) {
        return refuseExplained(errors.invalidSetting, `${name} ${String(reason)}.`)
      }
    }),
  )
}

/** A change that was stored. Null stands for the default. */
export interface SettingChange {
  readonly name: string
  readonly before: SettingValue | null
  readonly after: SettingValue | null
}

/** Serializes changes of settings, so that the log has them in the order in which they took effect. */
export async function lockSettings(trx: Db): Promise<void> {
  await trx.selectFrom('site_settings').select('only_row').forNoKeyUpdate().execute()
}

/**
 * Stores changes and records those that change something. Call it in a transaction; all processes are notified at the commit.
 * Locks the row of `site_settings`.
 *
 * @param by id of the admin; null on the command line.
 * @returns the actual changes.
 */
export async function storeSettings(
  trx: Db,
  requested: CheckedSettings,
  { by }: { by: string | null },
): Promise<readonly SettingChange[]> {
  await lockSettings(trx)
  const names = [...requested.keys()]
  const rows = await trx
    .selectFrom('setting_values')
    .where('name', '=', sql<string>`any(${names}::text[])`)
    .select(['name', 'value'])
    .execute()
  const stored = new Map(rows.map(({ name, value }) => [name, value as SettingValue]))
  const changes = [...requested]
    .map(([name, after]): SettingChange => ({ name, before: stored.get(name) ?? null, after }))
    .filter(({ before, after }) =>
      before === null || after === null ? before !== after : !isSameValue(before, after),
    )
  if (changes.length === 0) return []
  const reset = changes.filter(({ after }) => after === null).map(({ name }) => name)
  await trx.deleteFrom('setting_values').where('name', '=', sql<string>`any(${reset}::text[])`).execute()
  await sql`
    insert into setting_values (name, value, changed_by)
    select name, after, ${by}::bigint
    from jsonb_to_recordset(${JSON.stringify(changes.filter(({ after }) => after !== null))}::jsonb) as change (name text, after jsonb)
    on conflict (name) do update set value = excluded.value, changed_by = excluded.changed_by, changed_at = excluded.changed_at`.execute(
    trx,
  )
  return recordSettingChanges(trx, changes, { by })
}

/** Adds changes to the log and notifies all processes. Call it in their transaction, after `lockSettings`. @returns the changes. */
export async function recordSettingChanges(
  trx: Db,
  changes: readonly SettingChange[],
  { by }: { by: string | null },
): Promise<readonly SettingChange[]> {
  await sql`
    with recorded as (
      insert into setting_changes (name, before, after, changed_by)
      select name, nullif(before, 'null'), nullif(after, 'null'), ${by}::bigint
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change (name text, before jsonb, after jsonb)
      returning 1)
    select pg_notify(${settingsChannel}, '') from (select count(*) from recorded) as done`.execute(trx)
  return changes
}
