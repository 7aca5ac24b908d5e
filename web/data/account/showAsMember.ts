import type { QueryClient } from '@tanstack/react-query'
import { initialQuery } from './initial.ts'

/** After a sign-up: fetches everything again, first of all who is looking. Where that fails, the page is loaded again. */
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
