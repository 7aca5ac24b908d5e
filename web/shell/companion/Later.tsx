import { type ComponentType, useEffect, useState } from 'react'

/** Fetches `Companion` and shows it, once everything that the page itself needs is there. */
export function Later() {
  const [Companion, setCompanion] = useState<ComponentType | null>(null)
  useEffect(() => {
    const load = () =>
      import('./Companion.tsx').then(
        (module) => setCompanion(() => module.default),
        // No connection, or the site was renewed just now: the page works without.
        () => {},
      )
    if (document.readyState === 'complete') load()
    else addEventListener('load', load, { once: true })
    return () => removeEventListener('load', load)
  }, [])
  return Companion && <Companion />
}
