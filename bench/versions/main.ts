import type { Options } from '../options.ts'
import { bytesTables } from './bytes.ts'
import { comparePaths, type Side, usualConnections } from './compare.ts'
import { type FilledForum, openFilledForum } from './filledForum.ts'
import { measureGrowth } from './growth.ts'
import { measureMixed } from './mixed.ts'
import { dumpsIn, madeUp } from './source.ts'
import { comparisonTable, mixedTables } from './table.ts'
import type { Version } from './version.ts'

export interface Report {
  readonly title: string
  readonly text: string
}

/** The commit to compare with, where `scripts/bench.mjs` has built it, and the working tree. */
function versionsOf({ against }: Pick<Options, 'against'>): Version[] {
  const builtAt = process.env.AGAINST_ROOT
  return [
    ...(against && builtAt ? [{ name: against, root: builtAt }] : []),
    { name: 'now', root: process.cwd() },
  ]
}

/**
 * Measures the paths of members and guests, a mixture of both, or the bytes of answers, for the working tree, and for the
 * commit of `--against` beside it.
 */
export async function compareVersions(options: Options, say: (line: string) => void): Promise<Report> {
  const source = options.data ? dumpsIn(options.data) : madeUp
  const forums: FilledForum[] = []
  try {
    for (const version of versionsOf(options))
      forums.push(await openFilledForum(version, source, { fresh: options.fresh, say }))
    const sides = forums.map(({ version, ...forum }) => ({ ...version, ...forum }))
    const { title, tables } = await measured(sides, options, say)
    return {
      title: options.against ? `${title}, compared with ${options.against}` : title,
      text: `${source.title}. How to read it: docs/performance.md.\n\n${tables}`,
    }
  } finally {
    for (const forum of forums) forum.remove()
  }
}

async function measured(
  sides: readonly Side[],
  options: Options,
  say: (line: string) => void,
): Promise<{ title: string; tables: string }> {
  if (options.task === 'mixed')
    return {
      title: 'Guests and members at once',
      tables: mixedTables(await measureMixed(sides, { ...options, say })),
    }
  if (options.task === 'bytes')
    return { title: 'Bytes of answers', tables: await bytesTables(sides, options.data !== '') }
  return {
    title: 'Paths of members and guests',
    tables: comparisonTable(await comparePaths(sides, { ...options, say })),
  }
}

/** Enough to see where a second process helps. */
const scaledPaths = ['page: home', 'member: all feed', 'vote, each', 'new comment']

/** Requests that come to one worker at the same time share statements, so two workers are also measured with twice the clients. */
const scaledSides = [
  { name: '1 worker', workers: 1, connections: usualConnections },
  { name: '2 workers', workers: 2, connections: usualConnections },
  { name: '2 workers, twice the clients', workers: 2, connections: 2 * usualConnections },
]

/** Measures the same paths of the working tree with one worker and with two. */
export async function compareWorkers(options: Options, say: (line: string) => void): Promise<Report> {
  const version = { name: 'now', root: process.cwd() }
  const forums: FilledForum[] = []
  try {
    for (const side of scaledSides.keys())
      forums.push(await openFilledForum(version, madeUp, { fresh: options.fresh && side === 0, say }))
    const sides = forums.map(({ known, dataDir }, index) => {
      const { workers = 1, ...side } = scaledSides[index] ?? {}
      return { ...version, known, dataDir, ...side, environment: { WORKERS: String(workers) } }
    })
    const names = options.names.length > 0 ? options.names : scaledPaths
    const tables = comparisonTable(await comparePaths(sides, { ...options, names, say }))
    return {
      title: 'One worker and two',
      text: `${madeUp.title}. How to read it: docs/performance.md.\n\n${tables}`,
    }
  } finally {
    for (const forum of forums) forum.remove()
  }
}

/** Measures the same paths in a small forum and in a large one. */
export async function compareSizes(options: Options, say: (line: string) => void): Promise<Report> {
  const { posts, comments, votes } = options.size
  const comparison = await measureGrowth(options.size, { ...options, say })
  const size = `${posts.toLocaleString('en')} posts, ${comments.toLocaleString('en')} comments, ${votes.toLocaleString('en')} votes`
  return {
    title: `Growth to ${posts.toLocaleString('en')} posts`,
    text: `The large forum: ${size}. How to read it: docs/performance.md.\n\n${comparisonTable(comparison)}`,
  }
}
