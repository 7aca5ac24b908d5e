import { setTimeout as pause } from 'node:timers/promises'
import { kilobytes, ratio, row } from '../format.ts'
import { type LoadRequest, sendRequest } from '../load.ts'
import { type Side, withServers } from './compare.ts'
import type { KnownForum } from './members.ts'
import { browserHeaders, findAddresses } from './paths.ts'

const encodings = ['identity', 'gzip', 'br', 'zstd'] as const

/** The bytes of an answer; null where the server does not send it in that encoding. */
export type Sizes = Readonly<Record<(typeof encodings)[number], number | null>>

/** Times the reference's size, with gzip and with the better one of Brotli and Zstandard. */
const [gzipGoal, bestGoal] = [1.2, 1.1]
/** What an answer keeps may be compressed with more effort after its first use. */
const settlingMs = 1500

interface Sized {
  readonly name: string
  readonly path: string
  /** Bytes of the answer of the program whose API this is, for the same real discussions, with gzip. */
  readonly reference?: number
}

/**
 * Tables of what a member's answers take in each encoding, one for each side.
 *
 * @param isReal whether the discussions are those for which the reference's sizes are known.
 */
export function bytesTables(sides: readonly Side[], isReal: boolean): Promise<string> {
  return withServers(sides, 'gzip', async (running) => {
    const tables: string[] = []
    for (const { server, known } of running) {
      const lines: string[] = []
      for (const { reference, ...answer } of await answersOf(server.port, known))
        lines.push(
          bytesLine(
            answer.name,
            await sizesOf(server.port, answer.path, known),
            isReal ? reference : undefined,
          ),
        )
      tables.push([row(heads), row(['---', ...heads.slice(1).map(() => '--:')]), ...lines].join('\n'))
    }
    const named = tables.map((table, index) =>
      sides.length > 1 ? `${sides[index]?.name}:\n\n${table}` : table,
    )
    return named.join('\n\n')
  })
}

async function answersOf(port: number, known: KnownForum): Promise<Sized[]> {
  const { middle, largest } = known.threads
  const { linksId } = await findAddresses(port, known)
  const name = known.members[0]?.username
  return [
    {
      name: 'feed of a community of links, the most upvoted of all time',
      path: `/api/posts?feed=community&communityId=${linksId}&sort=all`,
      reference: 2500,
    },
    { name: 'saved items', path: `/api/users/${name}/lists/bookmarks/items`, reference: 6400 },
    { name: 'profile feed', path: `/api/users/${name}/feed`, reference: 9700 },
    {
      name: `thread of ${largest.comments.toLocaleString('en')} comments`,
      path: `/api/posts/${largest.publicId}/comments`,
      reference: 121_000,
    },
    {
      name: `${middle.comments} comments`,
      path: `/api/posts/${middle.publicId}/comments`,
      reference: 35_500,
    },
    { name: 'hot feed', path: '/api/posts?sort=hot', reference: 37_400 },
    // Measured with others: 48.9 kB, whose answer here took 54.2 kB when that of these took 46.0.
    { name: 'notifications', path: '/api/notifications', reference: 41_500 },
    { name: 'page: home', path: '/' },
    { name: `page: post with ${middle.comments} comments`, path: middle.path },
    { name: 'page: thread', path: largest.path },
  ]
}

async function sizesOf(port: number, path: string, { members }: KnownForum): Promise<Sizes> {
  const cookie = members[0]?.cookie ?? ''
  const ask = (accepted: string) => {
    const request: LoadRequest = { method: 'GET', path, headers: { ...browserHeaders(accepted), cookie } }
    return sendRequest(port, request)
  }
  await ask('gzip')
  await pause(settlingMs)
  const sizes = await Promise.all(
    encodings.map(async (encoding) => {
      const { status, headers, body } = await ask(encoding)
      if (status !== 200) throw new Error(`${path} → ${status}`)
      return [encoding, (headers['content-encoding'] ?? 'identity') === encoding ? body.length : null]
    }),
  )
  return Object.fromEntries(sizes)
}

const heads = [
  'answer, kB',
  'not compressed',
  'gzip',
  'Brotli',
  'Zstandard',
  'reference',
  `gzip × (at most ${gzipGoal})`,
  `best × (at most ${bestGoal})`,
  '',
]

export function bytesLine(name: string, { identity, gzip, br, zstd }: Sizes, reference?: number): string {
  const best = Math.min(br ?? Number.POSITIVE_INFINITY, zstd ?? Number.POSITIVE_INFINITY)
  const cells = [identity, gzip, br, zstd, reference].map((size) => (size ? kilobytes(size) : '–'))
  if (!reference) return row([name, ...cells, '', '', ''])
  const [byGzip, byBest] = [(gzip ?? Number.POSITIVE_INFINITY) / reference, best / reference]
  const isKept = byGzip <= gzipGoal && byBest <= bestGoal
  const times = (value: number) => (Number.isFinite(value) ? ratio(value) : '–')
  return row([name, ...cells, times(byGzip), times(byBest), isKept ? 'kept' : '**broken**'])
}
