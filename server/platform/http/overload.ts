import { errors } from '../../../contract/errors.ts'
import { Refused } from './refused.ts'

/** Who is served when not everybody can be. Answers from the cache are always served: they cost nothing. */
export type Importance = 'admin' | 'member' | 'guest'

/** Decides which requests are refused so that the others are answered in good time. */
export interface Overload {
  /** Call it before work for a request. @throws Refused with `serverBusy` when there is too much of it for this visitor. */
  admit(importance: Importance): void
  close(): void
}

/** Members are refused at so many times the load at which guests are. */
const membersFactor = 3
const tickMs = 10

export const noOverload: Overload = { admit: () => {}, close: () => {} }

/**
 * Measures two queues: how late the event loop is, where work for the processor waits, and how long queries wait for a
 * connection. Waiting in them is what makes answers slow, and a refused request adds nothing to either.
 *
 * @param options.delayMs how long either may be for guests; 0 admits everybody.
 * @param options.databaseMs how long queries wait for a connection now.
 */
export function measureOverload(options: {
  delayMs: number
  databaseMs: () => number
  now?: () => number
}): Overload {
  const { delayMs, databaseMs, now = () => performance.now() } = options
  if (delayMs === 0) return noOverload
  let tickedAt = now()
  let lastDelayMs = 0
  const timer = setInterval(() => {
    const at = now()
    lastDelayMs = at - tickedAt - tickMs
    tickedAt = at
  }, tickMs).unref()
  /** 1 is what guests may bring about. The present round of the event loop counts: it can be the one that takes long. */
  const load = () => Math.max(lastDelayMs, now() - tickedAt - tickMs, databaseMs()) / delayMs
  return {
    admit(importance) {
      if (importance === 'admin') return
      if (load() > (importance === 'member' ? membersFactor : 1)) throw new Refused(errors.serverBusy)
    },
    close: () => clearInterval(timer),
  }
}
