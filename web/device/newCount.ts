import { fieldsOf } from '../../contract/objects.ts'

const name = 'newCount'

/** Events of the stream: counts of new notifications, and for moderators, of open reports. */
interface Listeners {
  readonly onCount: (newCount: number) => void
  readonly onReports: (openReports: number) => void
}

/**
 * Subscribes to the count of new notifications. All windows of a browser share one event stream: the one that
 * holds a Web Lock reads it and broadcasts to the others. Browsers without these APIs rely on the polling of
 * the viewer's record.
 *
 * @returns a function that ends it.
 */
export function followNewCount({ onCount, onReports }: Listeners): () => void {
  if (!navigator.locks) return () => {}
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<number | { openReports: number }>) =>
    typeof data === 'number' ? onCount(data) : onReports(data.openReports)
  const ending = new AbortController()
  const listen = () =>
    new Promise<void>((resolve) => {
      const source = new EventSource('/api/_events')
      source.addEventListener(name, ({ data }: MessageEvent<string>) => {
        const newCount = Number(fieldsOf(JSON.parse(data)).newCount)
        channel.postMessage(newCount)
        onCount(newCount)
      })
      source.addEventListener('openReports', ({ data }: MessageEvent<string>) => {
        const message = { openReports: Number(fieldsOf(JSON.parse(data)).openReports) }
        channel.postMessage(message)
        onReports(message.openReports)
      })
      source.onerror = () => {
        // The stream reconnects automatically unless the server has refused it.
        if (source.readyState === EventSource.CLOSED) resolve()
      }
      ending.signal.addEventListener('abort', () => {
        source.close()
        resolve()
      })
    })
  // Rejected if it ends before this window has got the lock.
  navigator.locks.request(name, { signal: ending.signal }, listen).catch(() => {})
  return () => {
    ending.abort()
    channel.close()
  }
}
