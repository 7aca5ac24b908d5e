import { useCallback } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'

/** Copies the absolute URL of a path of the site, and shows whether that worked. */
export function useCopyLink(): (path: string) => Promise<void> {
  const toasts = useToasts()
  return useCallback(
    async (path) => {
      try {
        await navigator.clipboard.writeText(new URL(path, location.origin).href)
        toasts.show(t('Link copied to clipboard.'), { tone: 'success' })
      } catch {
        // Browsers reject it on insecure connections and when the user denies permission.
        toasts.show(t('Failed to copy link to clipboard.'), { tone: 'danger' })
      }
    },
    [toasts],
  )
}
