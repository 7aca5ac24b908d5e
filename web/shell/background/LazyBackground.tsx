import { type ComponentType, useEffect, useState } from 'react'

/** Fetches `Background` and renders it, once everything that the page itself needs has been loaded. */
export function LazyBackground() {
  const [Background, setBackground] = useState<ComponentType | null>(null)
  useEffect(() => {
    const load = () => {
      import('./Background.tsx').then(
        (module) => setBackground(() => module.default),
        // Offline, or the site has just been updated: the page works without it.
        () => {},
      )
    }
    if (document.readyState === 'complete') load()
    else addEventListener('load', load, { once: true })
    return () => removeEventListener('load', load)
  }, [])
  return Background && <Background />
}
