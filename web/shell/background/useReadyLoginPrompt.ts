import { useEffect } from 'react'
import { useViewer } from '../../data/account/initial.ts'

/**
 * Fetches the dialog that answers the first vote of a guest while the browser has nothing else to do. Others are fetched
 * when a pointer comes near, which a finger never does.
 */
export function useReadyLoginPrompt() {
  const isGuest = useViewer() === null
  useEffect(() => {
    if (!isGuest) return
    // A failure is ignored: opening the dialog tries again.
    const fetchPrompt = () => void import('../../features/login/LoginPrompt.tsx').catch(() => {})
    if (!('requestIdleCallback' in window)) return fetchPrompt()
    const request = requestIdleCallback(fetchPrompt)
    return () => cancelIdleCallback(request)
  }, [isGuest])
}
