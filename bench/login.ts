import { setTimeout as pause } from 'node:timers/promises'
import { rateLimits } from '../contract/rateLimits.ts'
import { startBuiltServer } from './builtServer.ts'
import { type LoadRequest, sendRequest } from './load.ts'
import { evenlySpreadMembers, logInMembers, returningGuest, type ScratchForum } from './scratchForum.ts'

const addresses = 20
const roundSeconds = 1
/** A file of about the size of most, and the front page of a member, which no cache has. */
const staticFile = '/favicon.svg'
const page = '/'

/** How others fare while many addresses log in as fast as the rate limits allow. */
export interface LoginCost {
  readonly addresses: number
  readonly attemptsPerSecond: number
  /** Attempts that were refused because too many passwords waited. */
  readonly refusedShare: number
  readonly file: Latency
  readonly page: Latency
}

export interface Latency {
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Measures for this many seconds, once the logins have begun. */
export async function measureLogins(forum: ScratchForum, seconds: number): Promise<LoginCost> {
  const server = await startBuiltServer(forum.dataDir, { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' })
  try {
    const [member] = await logInMembers(forum, await evenlySpreadMembers(forum.database.db, 1))
    if (!member) throw new Error('The forum has no members.')
    const statuses: number[] = []
    let isOver = false
    const attacks = Array.from({ length: addresses }, (_, n) =>
      logInRepeatedly(`198.51.100.${n + 1}`, {
        isOver: () => isOver,
        visitor: returningGuest(forum),
        send: async (request) => {
          // An attempt that is cut off is one that was refused.
          const status = await sendRequest(server.port, request).then(
            (answer) => answer.status,
            () => 503,
          )
          statuses.push(status)
        },
      }),
    )
    await pause(roundSeconds * 1000)
    const [file, rendered] = await Promise.all([
      latencyOf(server.port, { method: 'GET', path: staticFile, headers: {} }, seconds),
      latencyOf(
        server.port,
        { method: 'GET', path: page, headers: { cookie: member.cookie, 'accept-encoding': 'gzip' } },
        seconds,
      ),
    ])
    isOver = true
    await Promise.all(attacks)
    return {
      addresses,
      attemptsPerSecond: statuses.length / (seconds + roundSeconds),
      refusedShare: statuses.filter((status) => status === 503).length / statuses.length,
      file,
      page: rendered,
    }
  } finally {
    await server.stop()
  }
}

/** Attempts from one address, each with another name: as many in each round as its limit allows. */
async function logInRepeatedly(
  address: string,
  {
    isOver,
    visitor,
    send,
  }: {
    isOver: () => boolean
    visitor: ReturnType<typeof returningGuest>
    send: (request: LoadRequest) => Promise<unknown>
  },
): Promise<void> {
  const pending: Promise<unknown>[] = []
  for (let round = 0; !isOver(); round += 1) {
    for (let n = 0; n < rateLimits.login[0].calls; n += 1)
      pending.push(
        send({
          method: 'POST',
          path: '/api/_login',
          headers: { ...visitor, 'content-type': 'application/json', 'x-forwarded-for': address },
          body: JSON.stringify({ username: `${address} ${round} ${n}`, password: 'a wrong password' }),
        }),
      )
    await pause(roundSeconds * 1000)
  }
  await Promise.all(pending)
}

/** One request after the other; rate limits leave a pause between them. */
async function latencyOf(port: number, request: LoadRequest, seconds: number): Promise<Latency> {
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    const startedAt = performance.now()
    const { status } = await sendRequest(port, request)
    if (status !== 200) throw new Error(`${request.path} is answered with ${status}.`)
    times.push(performance.now() - startedAt)
    await pause(250)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { p50Ms: at(0.5), p99Ms: at(0.99) }
}
