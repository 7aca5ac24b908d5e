import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiClient } from '../../contract/endpoints/index.ts'
import { apiOf } from './api.ts'

interface Consequences<Result, Variables> {
  /** A promise of it belongs to the change. */
  readonly onSuccess?: (queryClient: QueryClient, result: Result, variables: Variables) => unknown
  /** Also after a failure, such as when someone else has changed it meanwhile. */
  readonly onSettled?: (queryClient: QueryClient) => unknown
}

/** A change on the server, and what follows from it for the cache. */
export function useApiMutation<Result, Variables = void>(
  change: (api: ApiClient, variables: Variables) => Promise<Result>,
  { onSuccess, onSettled }: Consequences<Result, Variables> = {},
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (variables: Variables) => change(apiOf(queryClient), variables),
    onSuccess: (result, variables) => onSuccess?.(queryClient, result, variables),
    onSettled: () => onSettled?.(queryClient),
  })
}
