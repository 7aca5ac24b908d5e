import { useMutation } from '@tanstack/react-query'
import { useApi } from '../api.ts'

/** What can be reported. */
export interface ReportTarget {
  readonly type: 'post' | 'comment'
  readonly id: string
}

/** Reports a post or comment to the moderators of its community, for the reason with this id. */
export function useReport({ type, id }: ReportTarget) {
  const api = useApi()
  return useMutation({
    mutationFn: (reasonId: number) => api.call('report', { body: { type, targetId: id, reason: reasonId } }),
  })
}
