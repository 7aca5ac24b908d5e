/** Runs something once the page has loaded and the browser has nothing else to do. */
export function whenIdle(run: () => void): void {
  const wait = () => ('requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run))
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
}
