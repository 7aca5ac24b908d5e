import { useEffect } from 'react'
import { useApi } from '../../data/api.ts'
import { isInstalled } from '../../device/installed.ts'

const reportedKey = 'pwa_use'

/** Reports to the server, once a window, that the installed application is used. */
export function useReportInstalled(): void {
  const api = useApi()
  useEffect(() => {
    if (!isInstalled() || wasReported()) return
    // Only a statistic: a failure is ignored.
    api.call('recordEvent', { body: { event: 'pwa_use' } }).catch(() => {})
  }, [api])
}

function wasReported(): boolean {
  try {
    const was = sessionStorage.getItem(reportedKey) !== null
    sessionStorage.setItem(reportedKey, '')
    return was
  } catch {
    // The server counts a session once.
    return false
  }
}
