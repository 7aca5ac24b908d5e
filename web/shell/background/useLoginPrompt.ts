import { useEffect } from 'react'
import { useViewer } from '../../data/account/initial.ts'
import { whenIdle } from '../../device/whenIdle.ts'
import { loadLoginPrompt } from '../hostedDialogs.ts'

/** Fetches the dialog that answers a guest's first vote, so that it opens without waiting for the network. */
export function useLoginPrompt(): void {
  const isGuest = useViewer() === null
  useEffect(() => {
    // A failed preload is ignored: opening the dialog tries again.
    if (isGuest) whenIdle(() => void loadLoginPrompt().catch(() => {}))
  }, [isGuest])
}
