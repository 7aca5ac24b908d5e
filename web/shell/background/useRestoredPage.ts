import { useEffect } from 'react'
import { useViewer } from '../../data/account/initial.ts'
import { csrfToken } from '../../data/csrf.ts'

/**
 * Loads the page again when it comes back from the back/forward cache of the browser after someone logged in or out: it would show what
 * the member saw before.
 */
export function useRestoredPage(): void {
  const viewerId = useViewer()?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: the token is another one when the viewer is.
  useEffect(() => {
    // It belongs to the session.
    const token = csrfToken()
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted || csrfToken() === token) return
      document.body.hidden = true
      location.reload()
    }
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [viewerId])
}
