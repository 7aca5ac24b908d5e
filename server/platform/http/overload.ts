import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from '../../../contract/errors.ts'
import { hasBody } from './body.ts'
import { Refused } from './refused.ts'

/** Priority under overload. Cached answers are always served, because they cost nothing. */
export type Importance = 'admin' | 'member' | 'guest'

/** Load shedding: refuses some requests so that the others are answered in time. */
export interface Overload {
  /**
   * Waits until a request may begin its work.
   *
   * @param isGone whether the client has left.
   * @returns a function to call when the answer is ready.
   * @throws Refused with `serverBusy` if the request would wait too long.
   */
  admit(importance: Importance, isGone?: () => boolean): Promise<() => void>
  /** Call it for each accepted connection. */
  accepted(): void
  figures(): OverloadFigures
  close(): void
}

/** The numbers of running, waiting, and since the start refused requests. */
export interface OverloadFigures {
  readonly working: number
  readonly waiting: number
  readonly refused: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the slot of this request; null while it has none. */
    endTurn: (() => void) | null
    isHandled: boolean
    /** When it got its slot or, later, when its body had arrived. */
    workBegan: number
    /** How long it worked until it released its slot; 0 before. */
    workMs: number
  }
}

const tickMs = 10
/** Length of the queue. Beyond it, requests are refused at once. */
const mostWaiting = 2000
/** After this time, work continues even if connections keep arriving, so that a flood cannot stop it. */
const mostAcceptingMs = 100

export const noOverload: Overload = {
  admit: async () => () => {},
  accepted: () => {},
  figures: () => ({ working: 0, waiting: 0, refused: 0 }),
  close: () => {},
}

interface Waiting {
  readonly since: number
  readonly isGone: () => boolean
  readonly start: () => void
  readonly refuse: () => void
}

/**
 * Limits the number of concurrent requests (a semaphore with priorities) and queues the others for at most `delayMs`. Members come
 * before guests, and admins do not wait. Within a group, the order is first in, first out; once a request has waited for half of
 * the time, it is last in, first out, because the oldest would be late anyway.
 *
 * Node.js accepts one connection per iteration of the event loop. While connections arrive, no new work begins, because long
 * iterations would keep them waiting in the kernel, where they cannot be refused.
 *
 * Some requests wait for other machines. So more requests are admitted as long as neither the event loop nor queries are late.
 *
 * @param options.delayMs how long a request may wait; 0 admits all requests.
 * @param options.atOnce the number of concurrent requests.
 * @param options.databaseMs returns how long queries currently wait for a connection.
 */
export function limitWork(options: {
  delayMs: number
  atOnce: number
  databaseMs: () => number
  now?: () => number
}): Overload {
  const { delayMs, atOnce, databaseMs, now = () => performance.now() } = options
  if (delayMs === 0) return noOverload
  /** A queue for each priority, the highest first. */
  const queues: readonly Waiting[][] = [[], []]
  let working = 0
  let refused = 0
  let timer: NodeJS.Timeout | undefined
  let tickedAt = 0
  let acceptedInRound = false
  /** Null while no connections arrive. */
  let acceptingSince: number | null = null

  const begin = (): (() => void) => {
    working += 1
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      working -= 1
      startNext()
    }
  }
  const next = (): Waiting | undefined => {
    for (const queue of queues)
      while (queue[0]) {
        const isLate = now() - queue[0].since > delayMs / 2
        const one = isLate ? queue.pop() : queue.shift()
        if (!one?.isGone()) return one
        one.refuse()
      }
    return undefined
  }
  const startNext = (mostWorking = atOnce) => {
    while (acceptingSince === null && working < mostWorking) {
      const one = next()
      if (!one) return
      one.start()
    }
  }
  const refuseLate = () => {
    for (const queue of queues) {
      const inTime = queue.findIndex(({ since }) => now() - since < delayMs)
      for (const one of queue.splice(0, inTime === -1 ? queue.length : inTime)) {
        refused += 1
        one.refuse()
      }
    }
  }
  const afterRound = () => {
    if (acceptedInRound && acceptingSince !== null && now() - acceptingSince < mostAcceptingMs) {
      acceptedInRound = false
      setImmediate(afterRound)
      return
    }
    acceptingSince = null
    startNext()
  }
  const stopTicking = () => {
    clearInterval(timer)
    timer = undefined
  }
  const tick = () => {
    const lateMs = Math.max(now() - tickedAt - tickMs, databaseMs())
    tickedAt = now()
    refuseLate()
    if (lateMs < delayMs / 10) startNext(Math.max(atOnce, working + Math.ceil(atOnce / 4)))
    if (working === 0 && queues.every(({ length }) => length === 0)) stopTicking()
  }
  /** Only while there are requests: an idle process must not wake up. */
  const keepTicking = () => {
    if (timer) return
    tickedAt = now()
    timer = setInterval(tick, tickMs).unref()
  }

  return {
    async admit(importance, isGone = () => false) {
      keepTicking()
      const isFree = acceptingSince === null && working < atOnce && queues.every(({ length }) => length === 0)
      if (importance === 'admin' || isFree) return begin()
      const [members = [], guests = []] = queues
      if (members.length + guests.length >= mostWaiting) {
        refused += 1
        const last = importance === 'member' ? guests.shift() : undefined
        if (!last) throw new Refused(errors.serverBusy)
        last.refuse()
      }
      return new Promise((resolve, reject) => {
        const queue = importance === 'member' ? members : guests
        queue.push({
          since: now(),
          isGone,
          start: () => resolve(begin()),
          refuse: () => reject(new Refused(errors.serverBusy)),
        })
      })
    },
    accepted() {
      acceptedInRound = true
      if (acceptingSince !== null) return
      acceptingSince = now()
      setImmediate(afterRound)
    },
    figures: () => ({
      working,
      waiting: queues.reduce((sum, { length }) => sum + length, 0),
      refused,
    }),
    close: stopTicking,
  }
}

/**
 * Waits for a slot, unless the request has or had one.
 *
 * @param options.isShared whether others wait for the same answer, so it is needed even if this client leaves.
 * @throws Refused with `serverBusy`.
 */
export async function takeTurn(
  overload: Overload,
  request: FastifyRequest,
  importance: Importance,
  { isShared = false } = {},
): Promise<void> {
  if (request.endTurn) return
  const end = await overload.admit(importance, () => !isShared && request.raw.socket.destroyed)
  request.workBegan = performance.now()
  let hasEnded = false
  request.endTurn = () => {
    end()
    if (!hasEnded) request.workMs = performance.now() - request.workBegan
    hasEnded = true
  }
}

/**
 * Releases slots when answers are ready, whether or not the clients have read them.
 *
 * @param onAnswer called for each answer that needed a slot, so not for those from a cache. `request.workMs` includes neither the wait
 *   for the slot nor the arrival of the body.
 */
export function endTurns(app: FastifyInstance, onAnswer: (request: FastifyRequest) => void = () => {}): void {
  app.decorateRequest('endTurn', null)
  app.decorateRequest('isHandled', false)
  app.decorateRequest('workBegan', 0)
  app.decorateRequest('workMs', 0)
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    // A running handler continues when its client leaves; a request whose body never arrives has no handler yet.
    if (hasBody(request))
      reply.raw.once('close', () => {
        if (!request.isHandled) request.endTurn?.()
      })
    done()
  })
  app.addHook('preHandler', (request, _reply, done) => {
    request.isHandled = true
    request.workBegan = performance.now()
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.endTurn) {
      request.endTurn()
      onAnswer(request)
    }
    done(null, payload)
  })
}
