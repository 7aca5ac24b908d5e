import { queryOptions } from '@tanstack/react-query'
import type { InputOf } from '../../../contract/endpoints/index.ts'
import type { Setting } from '../../../contract/entities/setting.ts'
import type { SettingGroup, SettingValue } from '../../../contract/settingTypes.ts'
import type { SettingName } from '../../../contract/siteSettings.ts'
import { initialQuery } from '../account/initial.ts'
import { apiOf } from '../api.ts'
import { pagedQuery } from '../pagedQuery.ts'
import { useApiMutation } from '../useApiMutation.ts'
import { filteredPage } from './filteredPage.ts'

/** The settings of one page of the dashboard. */
export const settingsQuery = (group: SettingGroup) =>
  queryOptions({
    queryKey: ['settings', group],
    queryFn: async ({ client, signal }) =>
      (await apiOf(client).call('listSettings', { query: { group } }, { signal })).settings,
  })

/** A value, or null for the default. */
export interface ChangedSetting {
  readonly name: SettingName
  readonly value: SettingValue | null
}

/** Changes settings of these groups, all or none, and updates the shell. */
export const useChangeSettings = (...groups: readonly SettingGroup[]) =>
  useApiMutation(
    async (api, changes: readonly ChangedSetting[]) =>
      (await api.call('changeSettings', { body: { changes: [...changes] } })).settings,
    {
      onSuccess: (queryClient, saved) => {
        const byName = new Map(saved.map((setting) => [setting.name, setting]))
        for (const group of groups)
          queryClient.setQueryData(settingsQuery(group).queryKey, (known) =>
            known?.map((setting): Setting => byName.get(setting.name) ?? setting),
          )
        void queryClient.invalidateQueries({ queryKey: settingChangesKey })
        void queryClient.invalidateQueries(initialQuery)
        // `signupsDisabled` depends on who may join.
        void queryClient.invalidateQueries({ queryKey: ['site settings'] })
      },
    },
  )

const settingChangesKey = ['setting changes']

/** Filters of the log of changes; empty texts do not filter. */
export interface ChangesParams {
  /** A cursor; null: the latest. */
  readonly from: string | null
  readonly name: string
  /** A username. */
  readonly by: string
  readonly days: { readonly from: string; readonly to: string }
}

const filtersOf = ({ name, by, days }: ChangesParams) =>
  Object.fromEntries(Object.entries({ name, by, ...days }).filter(([, text]) => text !== ''))

/** The URL of the log as a file. */
export const urlOfChangesFile = (params: ChangesParams): string =>
  `/api/_admin/setting_changes.csv?${new URLSearchParams(filtersOf(params))}`

/** The log of changes to settings, the latest first. */
export const settingChangesQuery = (params: ChangesParams) =>
  pagedQuery({
    queryKey: [...settingChangesKey, params],
    from: params.from,
    load: (api, start, options) =>
      filteredPage(
        api
          .call('listSettingChanges', { query: { ...filtersOf(params), ...start } }, options)
          .then(({ changes, next }) => ({ rows: changes, next })),
      ),
  })

/** The reasons for reports, with hidden ones. */
export const reportReasonsQuery = queryOptions({
  queryKey: ['edited report reasons'],
  queryFn: async ({ client, signal }) =>
    (await apiOf(client).call('listReportReasons', {}, { signal })).reasons,
})

/** Replaces the reasons for reports, also those that the form of a report offers. */
export const useChangeReportReasons = () =>
  useApiMutation(
    async (api, reasons: InputOf<'changeReportReasons'>['body']['reasons']) =>
      (await api.call('changeReportReasons', { body: { reasons } })).reasons,
    {
      onSuccess: (queryClient, saved) => {
        queryClient.setQueryData(reportReasonsQuery.queryKey, saved)
        void queryClient.invalidateQueries({ queryKey: settingChangesKey })
        void queryClient.invalidateQueries(initialQuery)
      },
    },
  )
