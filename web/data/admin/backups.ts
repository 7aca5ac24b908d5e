import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Backups } from '../../../contract/endpoints/backups.ts'
import type { Backup } from '../../../contract/entities/backup.ts'
import { initialQuery } from '../account/initial.ts'
import { apiOf } from '../api.ts'
import { useApiMutation } from '../useApiMutation.ts'

const whileWorkingMs = 1000
const refreshMs = 30_000

/** Whether it is waiting or being made. */
export const isUnderWay = ({ state }: Backup): boolean => state === 'waiting' || state === 'running'

/** Whether its verification is waiting or running. */
export const isBeingVerified = ({ verification }: Backup): boolean =>
  verification === 'waiting' || verification === 'running'

const isWorking = ({ backups }: Backups) =>
  backups.some((backup) => isUnderWay(backup) || isBeingVerified(backup))

/** The backups, polled while one is being made. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ client, signal }) => apiOf(client).call('listBackups', {}, { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? whileWorkingMs : refreshMs),
})

/** Makes, verifies or deletes a backup, and refetches the list. */
export const useChangeBackups = () =>
  useApiMutation(
    async (api, change: { action: 'make' } | { action: 'verify' | 'delete'; backupId: string }) => {
      if (change.action === 'make') return void (await api.call('makeBackup', {}))
      const params = { backupId: change.backupId }
      await api.call(change.action === 'verify' ? 'verifyBackup' : 'deleteBackup', { params })
    },
    { onSettled: (queryClient) => queryClient.invalidateQueries({ queryKey: backupsQuery.queryKey }) },
  )

/** Refetches the data of the shell, such as whether a backup has failed. */
export function useRefreshShell(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries(initialQuery)
}
