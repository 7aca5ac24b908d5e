import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from '../../../contract/errors.ts'
import { Refused } from './refused.ts'

/** Who is served when not everybody can be. Answers from the cache are always served: they cost nothing. */
export type Importance = 'admin' | 'member' | 'guest'

/** Decides which requests are refused so that the others are answered in good time. */
export interface Overload {
  /**
   * Waits for the turn of a request, before any work for it.
   *
   * @param isGone whether nobody waits for the answer any more.
   * @returns ends the turn; call it when the answer is made.
   * @throws Refused with `serverBusy` when there is too much of it for this visitor.
   */
  admit(importance: Importance, isGone?: () => boolean): Promise<() => void>
  /** Call it for each connection that was accepted. */
  accepted(): void
  figures(): OverloadFigures
  close(): void
}

/** Requests with a turn, those that wait for one, and those that were refused since the start. */
export interface OverloadFigures {
  readonly working: number
  readonly waiting: number
  readonly refused: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the turn of this request; null before it has one. */
    endTurn: (() => void) | null
    isHandled: boolean
  }
}

const tickMs = 10
/** More wait only where thousands of connections are open; whoever is refused then is refused at once. */
const mostWaiting = 2000
/** Work goes on after this time even if connections still arrive, so that a flood of them cannot stop it. */
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
 * Lets a number of requests work at the same time and the others wait, so that all waiting is in one place, where it can be ended.
 * Members have their turn before guests, admins at once. Nobody waits longer than `delayMs`. Within a group the order is that of
 * arrival; as soon as somebody has waited for half of the time, the newest is first, because the oldest would be late anyway.
 *
 * Node.js accepts one connection in each round of the event loop. While connections arrive, no new work begins: it would make the
 * rounds long, and those who connect would wait where nobody sees them.
 *
 * Some requests wait for something else than this machine, such as another site. More are therefore let in as long as neither
 * the event loop nor the queries are late.
 *
 * @param options.delayMs how long a request waits for its turn; 0 admits everybody.
 * @param options.atOnce how many requests work at the same time.
 * @param options.databaseMs how long queries wait for a connection now.
 */
export function limitWork(options: {
  delayMs: number
  atOnce: number
  databaseMs: () => number
  now?: () => number
}): Overload {
  const { delayMs, atOnce, databaseMs, now = () => performance.now() } = options
  if (delayMs === 0) return noOverload
  /** In the order of arrival, the most important first. */
  const queues: readonly Waiting[][] = [[], []]
  let working = 0
  let refused = 0
  let tickedAt = now()
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
  const timer = setInterval(() => {
    const lateMs = Math.max(now() - tickedAt - tickMs, databaseMs())
    tickedAt = now()
    refuseLate()
    if (lateMs < delayMs / 10) startNext(Math.max(atOnce, working + Math.ceil(atOnce / 4)))
  }, tickMs).unref()

  return {
    async admit(importance, isGone = () => false) {
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
    close: () => clearInterval(timer),
  }
}

/**
 * Waits for the turn of a request, unless it has had one.
 *
 * @param options.isShared others wait for the same answer, also when this client leaves.
 * @throws Refused with `serverBusy`.
 */
export async function takeTurn(
  overload: Overload,
  request: FastifyRequest,
  importance: Importance,
  { isShared = false } = {},
): Promise<void> {
  if (request.endTurn) return
  request.endTurn = await overload.admit(importance, () => !isShared && request.raw.socket.destroyed)
}

/** Ends turns when answers are made; whether the client reads them does not matter. */
export function endTurns(app: FastifyInstance): void {
  app.decorateRequest('endTurn', null)
  app.decorateRequest('isHandled', false)
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    // What a handler has begun goes on when its client leaves; a body that does not arrive any more begins nothing.
    reply.raw.once('close', () => {
      if (!request.isHandled) request.endTurn?.()
    })
    done()
  })
  app.addHook('preHandler', (request, _reply, done) => {
    request.isHandled = true
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.endTurn?.()
    done(null, payload)
  })
}
