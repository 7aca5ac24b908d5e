import type { QueryClient } from '@tanstack/react-query'
import { initialQuery } from './initial.ts'

/** After a sign-up: refetches everything, beginning with the viewer. If that fails, the page is reloaded. */
export async function showAsMember(queryClient: QueryClient): Promise<void> {
  try {
    await queryClient.fetchQuery({ ...initialQuery, staleTime: 0 })
  } catch {
    location.reload()
    return
  }
  const [initialKey] = initialQuery.queryKey
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== initialKey })
}
