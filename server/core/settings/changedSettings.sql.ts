// Made from changedSettings.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly knownVersion: string
}

export type ChangedSettingsRow = {
  version: string
  stored: unknown
}

export const changedSettings: Statement<Parameters, ChangedSettingsRow> = {
  name: 'changedSettings',
  text: `with latest as (select coalesce(max(id), 0) as version from setting_changes) select version, case when version <> $1::bigint then coalesce((select json_object_agg(name, value) from setting_values), '{}') end as stored from latest`,
  parameters: ['knownVersion'],
  literals: [],
}
