const lastByKey = new Map<string, Promise<unknown>>()

/**
 * Queues writes to the same row inside this process. Waiting in PostgreSQL would occupy one of the few connections, and
 * a statement that starts before it waits must read the row again afterwards, which costs more than the write itself.
 * This only saves work: the database serializes writers on its own, and other processes rely on that.
 *
 * @param key names the row, such as `post 17`.
 */
export async function serializeByKey<Result>(key: string, write: () => Promise<Result>): Promise<Result> {
  const previous = lastByKey.get(key)
  const current = previous ? previous.then(write, write) : write()
  lastByKey.set(key, current)
  try {
    return await current
  } finally {
    if (lastByKey.get(key) === current) lastByKey.delete(key)
  }
}
