import { useEffect, useState } from 'react'

/** Becomes true when the condition has held for a while, and false at once: short waits need no sign. */
export function useDelayed(condition: boolean, ms: number): boolean {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    if (!condition) return setIsDue(false)
    const timer = setTimeout(() => setIsDue(true), ms)
    return () => clearTimeout(timer)
  }, [condition, ms])
  return condition && isDue
}
