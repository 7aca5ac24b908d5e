import { useEffect, useState } from 'react'

const debounceMs = 200

/** The value once it has not changed for 200 ms, so that typing does not cause a request per letter; the first value at once. */
export function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
