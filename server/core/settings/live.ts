import { fieldsOf } from '../../../contract/objects.ts'
import { type LockedSettings, type SettingValues, settingNames } from '../../../contract/siteSettings.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow, queryRowOn } from '../../platform/database/statement.ts'
import type { DatabaseWatch } from '../../platform/database/watch.ts'
import { changedSettings } from './changedSettings.sql.ts'
import { effectiveSettings, type StoredSettings } from './effective.ts'
import { type StoredLogo, storedLogo } from './logo.ts'

/** The `notify` channel of changes. */
export const settingsChannel = 'setting_values'

/** The settings of the site, as this process has them in memory. Every process has a change at once. */
export interface LiveSettings {
  /** Properties change with the settings, so read them when they are needed; copies do not change. */
  readonly values: SettingValues
  readonly locked: LockedSettings
  /** The current logo of the site; null for the original one. */
  logo(): StoredLogo | null
  /** Reads all committed changes. Does nothing while the database is down. */
  refresh(): Promise<void>
  /** Calls `listener` after each change, and when changes may have been missed. @returns a function that ends this. */
  onChange(listener: () => void): () => void
  close(): void
}

/** An object whose properties are always those of the current values. */
function liveValues(current: () => SettingValues): SettingValues {
  const values = {}
  for (const name of settingNames)
    Object.defineProperty(values, name, { enumerable: true, get: () => current()[name] })
  return values as SettingValues
}

/**
 * Keeps the settings in memory: PostgreSQL notifies of changes.
 *
 * @param locked what the environment sets.
 * @throws when the database does not answer at the start.
 */
export async function watchSettings(watch: DatabaseWatch, locked: LockedSettings): Promise<LiveSettings> {
  let current = effectiveSettings({}, locked)
  let logo: StoredLogo | null = null
  // No version has this number.
  let version = '-1'
  const listeners = new Set<() => void>()
  const { refresh, remove } = await watch.add({
    channel: settingsChannel,
    async read(client, isNew) {
      const row = await queryRowOn(client, changedSettings, { knownVersion: isNew ? '-1' : version })
      if (!row?.stored) return
      current = effectiveSettings(fieldsOf(row.stored), locked)
      logo = storedLogo(fieldsOf(row.stored))
      version = row.version
      for (const listener of listeners) listener()
    },
  })
  return {
    values: liveValues(() => current),
    locked,
    logo: () => logo,
    refresh,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: remove,
  }
}

/** Settings that do not change: those of the environment, and the stored ones at the time of reading. */
export function fixedSettings(locked: LockedSettings, stored: StoredSettings = {}): LiveSettings {
  return {
    values: effectiveSettings(stored, locked),
    locked,
    logo: () => storedLogo(stored),
    refresh: async () => {},
    onChange: () => () => {},
    close: () => {},
  }
}

/** The current settings, for programs that run without a watch. */
export async function getEffectiveSettings(db: Db, locked: LockedSettings): Promise<SettingValues> {
  const row = await queryRow(db, changedSettings, { knownVersion: '-1' })
  return effectiveSettings(fieldsOf(row?.stored), locked)
}
