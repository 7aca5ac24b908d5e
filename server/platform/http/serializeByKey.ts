import { errors } from '../../../contract/errors.ts'
import { Refused } from './refused.ts'

/** With the statement timeout, a request is answered within 15 seconds. */
const maxWaitMs = 5000
const lastByKey = new Map<string, Promise<unknown>>()

/**
 * Queues writes to the same row inside this process. Waiting in PostgreSQL would occupy one of the few connections, and
 * a statement that starts before it waits must read the row again afterwards, which costs more than the write itself.
 * This only saves work: the database serializes writers on its own, and other processes rely on that.
 *
 * @param key names the row, such as `post 17`.
 * @throws Refused with `serverBusy` when the writes before it take longer than `waitMs`; nothing is written then.
 */
export async function serializeByKey<Result>(
  key: string,
  write: () => Promise<Result>,
  waitMs = maxWaitMs,
): Promise<Result> {
  const previous = lastByKey.get(key)
  const { turn, done } = previous ? inTurn(previous, write, waitMs) : startNow(write)
  lastByKey.set(key, done)
  try {
    return await turn
  } finally {
    // A caller that gave up keeps its place in the queue, so that later ones still wait for those before it.
    const forget = () => {
      if (lastByKey.get(key) === done) lastByKey.delete(key)
    }
    done.then(forget, forget)
  }
}

function startNow<Result>(write: () => Promise<Result>) {
  const turn = write()
  return { turn, done: turn }
}

function inTurn<Result>(previous: Promise<unknown>, write: () => Promise<Result>, waitMs: number) {
  let hasGivenUp = false
  let timer: NodeJS.Timeout | undefined
  const start = async (): Promise<Result> => {
    clearTimeout(timer)
    if (hasGivenUp) throw new Refused(errors.serverBusy)
    return write()
  }
  const done = previous.then(start, start)
  const turn = new Promise<Result>((resolve, reject) => {
    done.then(resolve, reject)
    timer = setTimeout(() => {
      hasGivenUp = true
      reject(new Refused(errors.serverBusy))
    }, waitMs)
  })
  return { turn, done }
}
