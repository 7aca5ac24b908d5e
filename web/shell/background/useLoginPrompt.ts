import { useEffect } from 'react'
import { useViewer } from '../../data/account/initial.ts'
import { whenIdle } from '../../device/whenIdle.ts'
import { hostedDialogs } from '../HostedDialog.tsx'

/** Fetches the dialog that answers a guest's first vote, so that it opens without waiting for the network. */
export function useLoginPrompt(): void {
  const isGuest = useViewer() === null
  useEffect(() => {
    if (isGuest) whenIdle(() => void hostedDialogs['login-prompt'].prefetch())
  }, [isGuest])
}
