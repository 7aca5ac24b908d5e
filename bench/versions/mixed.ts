import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type Memory, memoryOf } from '../cpu.ts'
import { type LoadRequest, type LoadResult, sendRequest } from '../load.ts'
import {
  type ComparedPath,
  type Comparison,
  comparePath,
  compareRuns,
  type Running,
  run,
  type Side,
  spentBy,
  withServers,
} from './compare.ts'
import { untilQuiet } from './filledForum.ts'
import { type FoundPost, textOf } from './members.ts'

/** How many of two hundred requests are of each kind: 95 % reads. A member's browser requests their account every five seconds. */
const mixture = { guest: 96, member: 54, poll: 40, vote: 6, comment: 3, post: 1 } as const
export type Kind = keyof typeof mixture

const connections = 32
const warmUpSeconds = 2
/** Long enough to notice what the server does every ten seconds. */
const idleSeconds = 30
/** How many browsers guests have; each member has one. */
const guests = 50
/** How many of the hottest posts are read. */
const postsRead = 50
/** Writes a second beside the reads of guests. */
const writeRates = [1, 10, 50]

/** What one kind of request got, times in milliseconds. */
export interface KindResult {
  readonly kind: Kind
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** The share of answers without a body, because the browser has it already. */
  readonly unchangedShare: number
  readonly failures: number
}

/** What a server needs without any requests, and its memory at the end of the mixture. */
export interface Standing {
  /** Shares of one core. */
  readonly idleServer: number
  readonly idleDatabase: number
  readonly idleMemory: Memory
  readonly busyMemory: Memory
}

export interface Mixed {
  readonly comparison: Comparison
  readonly standing: readonly Standing[]
  /** One list for each side. */
  readonly kinds: readonly (readonly KindResult[])[]
  /** For each rate of writes, the reads of guests in each side as a share of those without writes, measured just before. */
  readonly shares: readonly { readonly writesPerSecond: number; readonly sides: readonly number[] }[]
}

/** Measures guests and members at once, and then the reads of guests while members write. */
export function measureMixed(
  sides: readonly Side[],
  { seconds, accepted, say }: { seconds: number; accepted: string; say: (line: string) => void },
): Promise<Mixed> {
  return withServers(sides, accepted, async (running) => {
    const crowds = running.map(createCrowd)
    const answers: Answered[][] = running.map(() => [])
    const spent = running.map(() => 0)
    const idle = await measureIdle(running)
    const busyMemory: Memory[] = []
    for (const crowd of crowds) await crowd.visitFor(warmUpSeconds)
    const mixed = await compareRuns('guests and members', running, (one, index) =>
      run(one, async () => {
        const begin = performance.now()
        const some = await (crowds[index] as Crowd).visitFor(seconds)
        const elapsed = (performance.now() - begin) / 1000
        answers[index]?.push(...some)
        spent[index] = (spent[index] ?? 0) + elapsed
        busyMemory[index] = memoryOf(one.server.pid, one.dataDir)
        return loadResult(some, elapsed)
      }),
    )
    say(`measured: ${mixed.name}`)
    // What the writes of the mixture caused in the background would slow down the first of the rows below.
    for (const { server, dataDir } of running) await untilQuiet(server, dataDir)
    // Otherwise that row would be the one that compiles the code.
    for (const one of running) for (const read of readsOfGuests(one)) await sendRequest(one.server.port, read)
    const paths = [mixed]
    const readsWith = async (writesPerSecond: number, name: string) => {
      const path = await comparePath(
        `reads of guests, ${name}`,
        running.map((one) => ({ ...one, requests: readsOfGuests(one) })),
        seconds,
        { meanwhile: (index) => writeMeanwhile(crowds[index] as Crowd, writesPerSecond) },
      )
      paths.push(path)
      say(`measured: ${path.name}`)
      return ratesOf(path)
    }
    const reads: RatesOfReads[] = []
    for (const writesPerSecond of writeRates) {
      // Not once for all rates: writes make the pages longer and let the heap grow.
      const without = await readsWith(0, `before ${writesPerSecond} writes/s`)
      reads.push({
        writesPerSecond,
        without,
        rates: await readsWith(writesPerSecond, `${writesPerSecond} writes/s`),
      })
    }
    for (const crowd of crowds) crowd.leave()
    return {
      comparison: { sides: sides.map(({ name }) => name), paths },
      standing: idle.map((one, index) => ({ ...one, busyMemory: busyMemory[index] ?? one.idleMemory })),
      kinds: answers.map((some, index) => kindResults(some, spent[index] ?? 0)),
      shares: sharesOf(reads),
    }
  })
}

async function measureIdle(running: readonly Running[]): Promise<Omit<Standing, 'busyMemory'>[]> {
  for (const { server, dataDir } of running) await untilQuiet(server, dataDir)
  const before = running.map(spentBy)
  await pause(idleSeconds * 1000)
  return running.map((one, index) => {
    const { server, database } = spentBy(one)
    return {
      idleServer: (server - (before[index]?.server ?? 0)) / idleSeconds,
      idleDatabase: (database - (before[index]?.database ?? 0)) / idleSeconds,
      idleMemory: memoryOf(one.server.pid, one.dataDir),
    }
  })
}

/** The home page, the feed, and the posts as pages and as data. */
function readsOfGuests({ posts, guestCookie, browser }: Running): LoadRequest[] {
  const paths = posts
    .slice(0, postsRead)
    .flatMap((post) => ['/', '/api/posts?sort=hot', pagePath(post), `/api/posts/${post.publicId}`])
  return paths.map((path) => ({ method: 'GET', path, headers: { ...browser, cookie: guestCookie } }))
}

const pagePath = ({ communityName, publicId }: FoundPost) => `/${communityName}/post/${publicId}`

const ratesOf = ({ results }: ComparedPath) =>
  results.map((result) => (typeof result === 'object' ? result.perSecond : Number.NaN))

/** Reads a second in each side. */
interface RatesOfReads {
  readonly writesPerSecond: number
  readonly without: readonly number[]
  readonly rates: readonly number[]
}

/** Reads beside writes as a share of those without. */
export const sharesOf = (reads: readonly RatesOfReads[]): Mixed['shares'] =>
  reads.map(({ writesPerSecond, without, rates }) => ({
    writesPerSecond,
    sides: rates.map((rate, side) => rate / (without[side] ?? Number.NaN)),
  }))

interface Answered {
  readonly kind: Kind
  readonly status: number
  readonly ms: number
}

/** Guests and members with their browsers. */
interface Crowd {
  /** Each connection sends the next request of the mixture when it has an answer. */
  visitFor(seconds: number): Promise<Answered[]>
  /** A vote or a comment of one member. */
  write(): Promise<unknown>
  leave(): void
}

/** A browser keeps its cookies, and the validators of what it has loaded. */
interface Browser {
  readonly cookie: string
  readonly token: string
  readonly validators: Map<string, string>
}

function createCrowd({ server, known, posts, guestCookie, browser: usual }: Running): Crowd {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 * connections })
  const browserOf = (cookie: string, token = ''): Browser => ({ cookie, token, validators: new Map() })
  const guestBrowsers = Array.from({ length: guests }, () => browserOf(guestCookie))
  const memberBrowsers = known.members.map((member) => browserOf(member.cookie, member['x-csrf-token']))
  const readPosts = posts.slice(0, postsRead).map((post) => ({ ...post, path: pagePath(post) }))
  const order = shuffled()
  let turn = 0

  function send(kind: Kind, sender: Browser, path: string, body?: object): Promise<Answered> {
    const validator = sender.validators.get(path)
    const headers = {
      ...usual,
      cookie: sender.cookie,
      ...(body ? { 'x-csrf-token': sender.token, 'content-type': 'application/json' } : {}),
      ...(validator && { 'if-none-match': validator }),
    }
    const sentAt = performance.now()
    return new Promise((resolve) => {
      const done = (status: number) => resolve({ kind, status, ms: performance.now() - sentAt })
      const sent = request(
        { host: '127.0.0.1', port: server.port, agent, method: body ? 'POST' : 'GET', path, headers },
        (response) => {
          if (!body && response.headers.etag) sender.validators.set(path, response.headers.etag)
          response.resume()
          response.once('error', () => done(0))
          response.once('end', () => done(response.statusCode ?? 0))
        },
      )
      sent.once('error', () => done(0))
      sent.end(body && JSON.stringify(body))
    })
  }

  function next(kind: Kind): Promise<Answered> {
    turn += 1
    const post = pick(readPosts, turn * 7)
    const guest = pick(guestBrowsers, turn)
    const member = pick(memberBrowsers, turn)
    const text = textOf(turn)
    switch (kind) {
      case 'guest':
        return send(
          kind,
          guest,
          pick(['/', post.path, `/api/posts/${post.publicId}`, '/api/posts?sort=hot'], turn),
        )
      case 'member':
        return send(
          kind,
          member,
          pick(
            [
              '/',
              '/api/posts?feed=home&sort=hot',
              `/api/posts/${post.publicId}`,
              post.path,
              '/notifications',
            ],
            turn,
          ),
        )
      case 'poll':
        return send(kind, member, '/api/_user')
      case 'vote':
        return send(kind, member, '/api/_postVote', { postId: post.id, up: true })
      case 'comment':
        return send(kind, member, `/api/posts/${post.publicId}/comments`, { body: text })
      case 'post':
        return send(kind, member, '/api/posts', {
          type: 'text',
          title: `What we tried, part ${turn}`,
          community: post.communityName,
          body: text,
        })
    }
  }

  return {
    async visitFor(seconds) {
      const answered: Answered[] = []
      const end = performance.now() + seconds * 1000
      await Promise.all(
        Array.from({ length: connections }, async () => {
          while (performance.now() < end) answered.push(await next(pick(order, turn)))
        }),
      )
      return answered
    },
    write: () => next(turn % 3 === 0 ? 'comment' : 'vote'),
    leave: () => agent.destroy(),
  }
}

/** The kinds of the mixture, in an order that is the same in every run. */
function shuffled(): Kind[] {
  const kinds = Object.entries(mixture).flatMap(([kind, count]) => Array<Kind>(count).fill(kind as Kind))
  // A prime that does not divide 200, so that each place is visited once.
  return kinds.map((_, index) => pick(kinds, index * 73))
}

/** Sends this many writes a second, whether or not earlier ones are answered, until it is stopped. */
function writeMeanwhile(crowd: Crowd, perSecond: number): () => Promise<void> {
  if (perSecond === 0) return async () => {}
  const pending: Promise<unknown>[] = []
  const timer = setInterval(() => pending.push(crowd.write()), 1000 / perSecond)
  return async () => {
    clearInterval(timer)
    await Promise.all(pending)
  }
}

const hasFailed = ({ status }: Answered) => status === 0 || status >= 400

function loadResult(answers: readonly Answered[], seconds: number): LoadResult {
  const failures = answers.filter(hasFailed).length
  return { requests: answers.length, perSecond: answers.length / seconds, ...timesOf(answers), failures }
}

function timesOf(answers: readonly Answered[]) {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return { p50Ms: at(0.5), p99Ms: at(0.99) }
}

/** @param seconds of all runs together. */
const kindResults = (answers: readonly Answered[], seconds: number): KindResult[] =>
  (Object.keys(mixture) as Kind[]).map((kind) => {
    const own = answers.filter((answer) => answer.kind === kind)
    return {
      kind,
      perSecond: own.length / seconds,
      ...timesOf(own),
      unchangedShare: own.filter(({ status }) => status === 304).length / Math.max(1, own.length),
      failures: own.filter(hasFailed).length,
    }
  })

function pick<Item>(items: readonly Item[], index: number): Item {
  return items[index % items.length] as Item
}
