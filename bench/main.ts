import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { startBuiltServer } from './builtServer.ts'
import { serveCeiling, startCeiling } from './ceiling.ts'
import { measureDeletion } from './deletion.ts'
import { type FirstPage, measureFirstPage } from './firstPage.ts'
import { environmentOf, hotRequests, type Mode } from './hotRequests.ts'
import { measureImport } from './importRate.ts'
import { measureIpBlocks } from './ipBlocks.ts'
import { measureVisits } from './lighthouse.ts'
import { hasWrk } from './load.ts'
import { measureLongThread } from './longThread.ts'
import { measureMarkdown } from './markdown.ts'
import { type Measurement, measure } from './measure.ts'
import { explainHotPaths, plansTable } from './plans.ts'
import {
  budgetsTable,
  deletionSentence,
  firstPageTable,
  importSentence,
  ipBlockSentence,
  longThreadTable,
  type OtherResults,
  pathsTable,
  searchTable,
  visitBudgetsTable,
  visitsTable,
} from './report.ts'
import { longThread, openScratchForum, openSearchedForum, type ScratchForum } from './scratchForum.ts'
import { measureSearch } from './search/latency.ts'
import { type SearchedSize, searchedSizeOf } from './search/seed.ts'
import { defaultSize, type ForumSize, largeSize, sizeOf } from './size.ts'

const usage = `npm run bench -- [plans|seed|search|import|thread|lighthouse|deletion|ipblocks] [options]

  (nothing)        measures every hot path; writes the report to bench/results/ and docs/performance.md
  plans            explains every hot query and writes the table to docs/performance.md
  search           only searches 1,000,000 posts of its own and 2,000,000 comments; --posts N for another size
  import           only imports 60,000 posts and comments
  thread           only has Chromium open and scroll a thread of 5,000 comments (CHROMIUM_PATH names the browser)
  lighthouse       only has Lighthouse look at a page of each kind; writes the table to docs/performance.md
  deletion         only deletes 50,000 posts and comments of one member, as after a ban
  ipblocks         only compares addresses with 100,000 IP blocks
  seed             only makes the forum that the others measure

  --large          1,000,000 posts in place of 20,000
  --posts N        N posts
  --fresh          makes the forum anew
  --seconds N      of each run; 4
  --only TEXT      only the paths, or with lighthouse pages, with TEXT in their name
  --runs N         of Lighthouse for each page; 3, of which the one in the middle counts`

const modes: readonly Mode[] = ['as it comes', 'nothing cached']
const performanceDocument = 'docs/performance.md'
const fewestPosts = 1000
/** `ceiling` is how the benchmark starts itself a second time. */
const tasks = [
  'measure',
  'plans',
  'seed',
  'search',
  'import',
  'thread',
  'lighthouse',
  'deletion',
  'ipblocks',
  'ceiling',
] as const

interface Given {
  readonly task: (typeof tasks)[number] | 'help'
  readonly size: ForumSize
  /** Of the forum that `search` is about. */
  readonly searched: SearchedSize
  readonly seconds: number
  readonly fresh: boolean
  readonly only: string
  readonly runs: number
}

/** The arguments make no sense; the message says which. */
class Misused extends Error {}

/** @throws Misused */
function readArguments(): Given {
  const { values, positionals } = parseArgs({
    options: {
      large: { type: 'boolean', default: false },
      posts: { type: 'string' },
      fresh: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '4' },
      only: { type: 'string', default: '' },
      runs: { type: 'string', default: '3' },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [word = 'measure', ...more] = positionals
  const task = values.help ? 'help' : tasks.find((one) => one === word)
  if (!task || more.length > 0) throw new Misused(`It does not know "${positionals.join(' ')}".`)
  const [posts, seconds] = [Number(values.posts ?? fewestPosts), Number(values.seconds)]
  if (!Number.isInteger(posts) || posts < fewestPosts)
    throw new Misused(`--posts must be ${fewestPosts} or more: a smaller forum has no long thread.`)
  if (!Number.isInteger(seconds) || seconds < 1) throw new Misused('--seconds must be a whole number.')
  const runs = Number(values.runs)
  if (!Number.isInteger(runs) || runs < 1) throw new Misused('--runs must be a whole number.')
  const size = values.large ? largeSize : values.posts ? sizeOf(posts) : defaultSize
  const searched = searchedSizeOf(values.posts ? posts : largeSize.posts)
  return { task, size, searched, seconds, fresh: values.fresh, only: values.only, runs }
}

const say = (line: unknown) => console.error(line)

async function main(): Promise<void> {
  // Not the default way of ending, which would leave the servers that were started here behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const given = readArguments()
  if (given.task === 'help') return console.log(usage)
  if (given.task === 'ceiling') return serveCeiling()
  if (process.platform !== 'linux')
    throw new Misused('The benchmark reads CPU times from /proc and so runs on Linux alone.')
  if (given.task === 'thread') return showLongThread()
  if (given.task === 'lighthouse') return showVisits(given)
  if (given.task === 'search') return searchAll(given)
  if (given.task === 'import') return console.log(importSentence(await measureImport()))
  if (given.task === 'deletion') return console.log(deletionSentence(await measureDeletion()))
  if (given.task === 'ipblocks') return console.log(ipBlockSentence(measureIpBlocks()))
  const forum = await openScratchForum(given.size, { fresh: given.fresh, say })
  try {
    if (given.task === 'plans') await explain(forum, given.size)
    if (given.task === 'measure') await measureAll(forum, given)
  } finally {
    await forum.database.close()
  }
}

async function showLongThread(): Promise<void> {
  const thread = await measureLongThread()
  if (!thread) throw new Misused('There is no Chromium: set CHROMIUM_PATH.')
  console.log(longThreadTable(thread))
}

async function showVisits({ only, runs }: { only: string; runs: number }): Promise<void> {
  const visits = await measureVisits({ runs, only, say })
  if (!visits) throw new Misused('There is no Chromium: set CHROMIUM_PATH.')
  const report = `${visitsTable(visits)}\n\n${visitBudgetsTable(visits)}`
  console.log(report)
  for (const { page, form, faults } of visits)
    for (const fault of faults) console.log(`${page}, ${form}: ${fault}`)
  if (only === '')
    replaceSection('lighthouse', `${dayAndCommit()}, ${machine()}, the middle of ${runs} runs.\n\n${report}`)
}

const machine = () =>
  `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}`

function dayAndCommit(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  return `${new Date().toISOString().slice(0, 10)}, commit ${commit}`
}

async function searchAll({ searched, fresh, only }: Given): Promise<void> {
  const forum = await openSearchedForum(searched, { fresh, say })
  try {
    const table = searchTable(await measureSearch(forum, { only, say }))
    console.log(table)
    if (only === '')
      replaceSection(
        `search of ${searched.posts} posts`,
        `${dayAndCommit()}, ${machine()}, one client.\n\n${table}`,
      )
  } finally {
    await forum.database.close()
  }
}

async function explain(forum: ScratchForum, size: ForumSize): Promise<void> {
  const costs = await explainHotPaths(forum)
  for (const { path, plan } of costs) console.log(`\n## ${path}\n\n${plan}`)
  const table = plansTable(costs)
  console.log(`\n${table}`)
  const title = `${size.posts.toLocaleString('en')} posts, ${size.comments.toLocaleString('en')} comments, ${size.votes.toLocaleString('en')} votes:`
  replaceSection(`plans of ${size.posts} posts`, `${title}\n\n${table}`)
}

/** Writes the new table where the document keeps its place; a size that it has no place for is only printed. */
function replaceSection(name: string, text: string): void {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`]
  const document = readFileSync(performanceDocument, 'utf8')
  const [start, stop] = [document.indexOf(begin), document.indexOf(end)]
  if (start === -1 || stop === -1) return
  writeFileSync(
    performanceDocument,
    `${document.slice(0, start + begin.length)}\n${text}\n${document.slice(stop)}`,
  )
}

/** The pages that links and searches lead to. */
async function measureFirstPages(forum: ScratchForum, port: number): Promise<FirstPage[]> {
  const { public_id, community } = await longThread(forum.database.db)
  const pages = [
    { name: 'home', path: '/' },
    { name: 'community', path: `/${community}` },
    { name: 'post', path: `/${community}/post/${public_id}` },
  ]
  const sizes: FirstPage[] = []
  for (const page of pages) sizes.push(...(await measureFirstPage(port, page)))
  return sizes
}

async function measureAll(
  forum: ScratchForum,
  { size, seconds, only }: { size: ForumSize; seconds: number; only: string },
): Promise<void> {
  const paths = (await hotRequests(forum)).filter(({ name }) => name.includes(only))
  const results: (Measurement | { name: string; status: number })[] = []
  let firstPages: FirstPage[] | null = null
  const ceiling = await startCeiling()
  try {
    for (const mode of modes) {
      const server = await startBuiltServer(forum.dataDir, environmentOf[mode])
      try {
        if (mode === 'as it comes' && only === '') firstPages = await measureFirstPages(forum, server.port)
        for (const path of paths.filter((one) => one.mode === mode)) {
          const result = await measure({ forum, server, ceiling, seconds }, path)
          results.push(typeof result === 'number' ? { name: path.name, status: result } : result)
          say(`measured: ${path.name}`)
        }
      } finally {
        await server.stop()
      }
    }
  } finally {
    await ceiling.stop()
  }
  const others: OtherResults = {
    firstPages,
    longThread: only === '' ? await measureLongThread() : null,
    importRate: only === '' ? await measureImport() : null,
    ipBlocks: only === '' ? measureIpBlocks() : null,
    slowestMarkdown: only === '' ? (measureMarkdown(5)[0] ?? null) : null,
  }
  const measurements = results.filter((result): result is Measurement => !('status' in result))
  const { rows } = await sql<{
    version: string
  }>`select current_setting('server_version') as version`.execute(forum.database.db)
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const day = new Date().toISOString().slice(0, 10)
  const title = `Benchmark of ${day}, commit ${commit}`
  const report = [
    `${machine()}, PostgreSQL ` +
      `${rows[0]?.version}, ${hasWrk ? 'wrk -t1 -c32' : 'autocannon, which itself ends near 15,000 requests/s'}, ` +
      `runs of ${seconds} s. A forum of ${size.posts.toLocaleString('en')} posts, ` +
      `${size.comments.toLocaleString('en')} comments, ${size.votes.toLocaleString('en')} votes. How to read it: docs/performance.md.`,
    pathsTable(results),
    ...(firstPages ? [firstPageTable(firstPages)] : []),
    ...(others.longThread ? [longThreadTable(others.longThread)] : []),
    budgetsTable(measurements, others),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
  console.log(`# ${title}\n\n${report}`)
  if (only !== '') return
  mkdirSync('bench/results', { recursive: true })
  writeFileSync(`bench/results/${day}-${commit}.md`, `# ${title}\n\n${report}\n`)
  if (size.posts === defaultSize.posts) replaceSection('last report', `${title}. ${report}`)
}

main().catch((error) => {
  say(error instanceof Misused ? `${error.message}\n\n${usage}` : error)
  process.exitCode = error instanceof Misused ? 2 : 1
})
