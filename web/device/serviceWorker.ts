import { setOutdated } from './renewal.ts'

export const updateCheckMs = 2 * 60_000

/**
 * Registers the service worker, and checks for a newer one every two minutes and whenever the window becomes
 * visible. A waiting worker of the version that this window runs is activated at once; any other means that
 * the window is outdated.
 *
 * @returns a function that ends it.
 */
export function registerServiceWorker(): () => void {
  // The development server has none.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return () => {}
  let registration: ServiceWorkerRegistration | undefined
  const check = () => {
    // Offline, or the server is down: the next check will do.
    if (document.visibilityState === 'visible') registration?.update().catch(() => {})
  }
  const start = async () => {
    const { lang } = document.documentElement
    // The worker keeps the scripts of one language.
    const worker = lang === 'en' ? '/service-worker.js' : `/service-worker.js?language=${lang}`
    registration = await navigator.serviceWorker.register(worker, { updateViaCache: 'none' })
    registration.addEventListener('updatefound', () => {
      const coming = registration?.installing
      coming?.addEventListener('statechange', () => coming.state === 'installed' && meet(coming))
    })
    if (registration.waiting) meet(registration.waiting)
  }
  // Browsers refuse it in private windows and on plain http; the site works without.
  start().catch(() => {})
  const timer = setInterval(check, updateCheckMs)
  document.addEventListener('visibilitychange', check)
  addEventListener('focus', check)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', check)
    removeEventListener('focus', check)
  }
}

/** Asks a waiting worker whether it has the version of this window. */
function meet(waiting: ServiceWorker): void {
  // The very first one replaces no other.
  if (!navigator.serviceWorker.controller) return
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data: isSame }) => {
    port1.close()
    if (!isSame) setOutdated()
  }
  waiting.postMessage({ runs: entry && new URL(entry.src).pathname }, [port2])
}
