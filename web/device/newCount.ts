const name = 'newCount'

/**
 * Listens to the server for the count of new notifications. All windows of a browser share one stream: whichever holds
 * the lock has it and tells the others. Where browsers cannot do that, what is asked every few seconds has to do.
 *
 * @returns ends the listening.
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
        // It comes back by itself unless the server has refused it.
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
