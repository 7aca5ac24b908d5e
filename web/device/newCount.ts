const name = 'newCount'

/**
 * Subscribes to the count of new notifications. All windows of a browser share one event stream: the one that
 * holds a Web Lock reads it and broadcasts to the others. Browsers without these APIs rely on the polling of
 * the viewer's record.
 *
 * @returns what ends it.
 */
export function followNewCount(onCount: (newCount: number) => void): () => void {
  if (!navigator.locks) return () => {}
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<number>) => onCount(data)
  const ending = new AbortController()
  const listen = () =>
    new Promise<void>((resolve) => {
      const source = new EventSource('/api/_events')
      source.addEventListener(name, ({ data }: MessageEvent<string>) => {
        const { newCount } = JSON.parse(data) as { newCount: number }
        channel.postMessage(newCount)
        onCount(newCount)
      })
      source.onerror = () => {
        // The stream reconnects by itself unless the server has refused it.
        if (source.readyState === EventSource.CLOSED) resolve()
      }
      ending.signal.addEventListener('abort', () => {
        source.close()
        resolve()
      })
    })
  // Rejected when it ends before it is this window's turn.
  navigator.locks.request(name, { signal: ending.signal }, listen).catch(() => {})
  return () => {
    ending.abort()
    channel.close()
  }
}
