import { useCallback } from 'react'
import { useToasts } from '../../ui/feedback/toasts.tsx'

/** Copies the whole address of a path of ours, and says whether that worked. */
export function useCopyLink(): (path: string) => Promise<void> {
  const toasts = useToasts()
  return useCallback(
    async (path) => {
      try {
        await navigator.clipboard.writeText(new URL(path, location.origin).href)
        toasts.show('Link copied to clipboard.', { tone: 'success' })
      } catch {
        // Browsers refuse it to pages without a secure connection, and when people do.
        toasts.show('Failed to copy link to clipboard.', { tone: 'danger' })
      }
    },
    [toasts],
  )
}
