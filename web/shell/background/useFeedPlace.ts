import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { saveFeedPlace } from '../../features/feed/feedPlace.ts'
import { useShownPage } from '../../router/page.ts'

/** Remembers the position in a feed when the document is left, so that a reload restores it. */
export function useFeedPlace(): void {
  const queryClient = useQueryClient()
  const { key } = useShownPage()
  useEffect(() => {
    const save = () => saveFeedPlace(queryClient, key)
    addEventListener('pagehide', save)
    return () => removeEventListener('pagehide', save)
  }, [queryClient, key])
}
