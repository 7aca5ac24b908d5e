import { useEffect, useState } from 'react'

/** True once the condition has been true for `ms`, and false at once: short waits need no loading indicator. */
export function useDelayed(condition: boolean, ms: number): boolean {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    if (!condition) return setIsDue(false)
    const timer = setTimeout(() => setIsDue(true), ms)
    return () => clearTimeout(timer)
  }, [condition, ms])
  return condition && isDue
}
