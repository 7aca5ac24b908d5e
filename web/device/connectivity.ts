import { useCallback, useEffect, useState } from 'react'

/** A connection that has just come back may be unstable. */
export const backOnlineDelayMs = 2000

/** Calls `onBack` once the device has been online again for two seconds. */
export function useBackOnline(onBack: () => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = () => clearTimeout(timer)
    const wait = () => {
      stop()
      timer = setTimeout(onBack, backOnlineDelayMs)
    }
    addEventListener('online', wait)
    addEventListener('offline', stop)
    return () => {
      removeEventListener('online', wait)
      removeEventListener('offline', stop)
      stop()
    }
  }, [onBack])
}

/** False from the moment the connection is gone until it has been back for two seconds. */
export function useIsOnline(): boolean {
  const [isOnline, setIsOnline] = useState(() => navigator.onLine)
  useEffect(() => {
    const lose = () => setIsOnline(false)
    addEventListener('offline', lose)
    return () => removeEventListener('offline', lose)
  }, [])
  useBackOnline(useCallback(() => setIsOnline(true), []))
  return isOnline
}
