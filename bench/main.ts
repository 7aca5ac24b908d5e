import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { startBuiltServer } from './builtServer.ts'
import { serveCeiling, startCeiling } from './ceiling.ts'
import { measureDeletion } from './deletion.ts'
import { type FirstPage, measureFirstPage } from './firstPage.ts'
import { environmentOf, hotRequests, type Mode } from './hotRequests.ts'
import { measureImport } from './importRate.ts'
import { measureIpBlocks } from './ipBlocks.ts'
import { measureVisits } from './lighthouse.ts'
import { hasWrk } from './load.ts'
import { measureLogins } from './login.ts'
import { measureLongThread } from './longThread.ts'
import { measureMarkdown } from './markdown.ts'
import { type Measurement, measure } from './measure.ts'
import { measureOverloaded, overloadTable } from './overload.ts'
import { explainHotPaths, plansTable } from './plans.ts'
import {
  budgetsTable,
  deletionSentence,
  firstPageTable,
  importSentence,
  ipBlockSentence,
  loginSentence,
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

const usage = `npm run bench -- [plans|seed|search|import|thread|lighthouse|deletion|ipblocks|login|overload] [options]

  (nothing)        measures every hot path; writes the report to bench/results/ and docs/performance.md
  plans            explains every hot query and writes the table to docs/performance.md
  search           only measures the search in a forum of 1,000,000 posts and 2,000,000 comments; --posts N for another size
  import           only imports 60,000 posts and comments
  thread           only opens and scrolls a thread of 5,000 comments in Chromium (CHROMIUM_PATH names the browser)
  lighthouse       only runs Lighthouse on a page of each kind; writes the table to docs/performance.md
  deletion         only deletes 50,000 posts and comments of one member, as after a ban
  ipblocks         only looks up addresses among 100,000 IP blocks
  login            only has twenty addresses log in as fast as they may, and measures how others fare meanwhile
  overload         only sends five times what the server can do
  seed             only creates the forum that the others measure

  --large          1,000,000 posts instead of 20,000
  --posts N        N posts
  --fresh          creates the forum again
  --seconds N      duration of each run; 4 by default
  --only TEXT      only paths (with lighthouse: pages) whose name contains TEXT
  --runs N         runs of Lighthouse for each page; 3 by default, the median counts`

const modes: readonly Mode[] = ['default', 'uncached']
const performanceDocument = 'docs/performance.md'
const minPosts = 1000
/** The benchmark starts itself with `ceiling` for a second process. */
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
  'login',
  'overload',
  'ceiling',
] as const

interface Options {
  readonly task: (typeof tasks)[number] | 'help'
  readonly size: ForumSize
  /** Size of the forum for `search`. */
  readonly searched: SearchedSize
  readonly seconds: number
  readonly fresh: boolean
  readonly only: string
  readonly runs: number
}

/** The arguments are invalid. */
class UsageError extends Error {}

/** @throws UsageError */
function parseArguments(): Options {
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
  if (!task || more.length > 0) throw new UsageError(`Unknown task: "${positionals.join(' ')}".`)
  const [posts, seconds] = [Number(values.posts ?? minPosts), Number(values.seconds)]
  if (!Number.isInteger(posts) || posts < minPosts)
    throw new UsageError(`--posts must be ${minPosts} or more: a smaller forum has no long thread.`)
  if (!Number.isInteger(seconds) || seconds < 1) throw new UsageError('--seconds must be a whole number.')
  const runs = Number(values.runs)
  if (!Number.isInteger(runs) || runs < 1) throw new UsageError('--runs must be a whole number.')
  const size = values.large ? largeSize : values.posts ? sizeOf(posts) : defaultSize
  const searched = searchedSizeOf(values.posts ? posts : largeSize.posts)
  return { task, size, searched, seconds, fresh: values.fresh, only: values.only, runs }
}

const say = (line: unknown) => console.error(line)

async function main(): Promise<void> {
  // The default handler would not run the `exit` listeners that kill the started servers.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const options = parseArguments()
  if (options.task === 'help') return console.log(usage)
  if (options.task === 'ceiling') return serveCeiling()
  if (process.platform !== 'linux')
    throw new UsageError('The benchmark runs only on Linux, because it reads CPU times from /proc.')
  if (options.task === 'thread') return showLongThread()
  if (options.task === 'lighthouse') return showVisits(options)
  if (options.task === 'search') return searchAll(options)
  if (options.task === 'import') return console.log(importSentence(await measureImport()))
  if (options.task === 'deletion') return console.log(deletionSentence(await measureDeletion()))
  if (options.task === 'ipblocks') return console.log(ipBlockSentence(measureIpBlocks()))
  const forum = await openScratchForum(options.size, { fresh: options.fresh, say })
  try {
    if (options.task === 'plans') await explain(forum, options.size)
    if (options.task === 'overload')
      console.log(overloadTable(await measureOverloaded(forum, options.seconds)))
    if (options.task === 'measure') await measureAll(forum, options)
    if (options.task === 'login') console.log(loginSentence(await measureLogins(forum, options.seconds)))
  } finally {
    await forum.database.close()
  }
}

async function showLongThread(): Promise<void> {
  const thread = await measureLongThread()
  if (!thread) throw new UsageError('No Chromium found. Set CHROMIUM_PATH.')
  console.log(longThreadTable(thread))
}

async function showVisits({ only, runs }: { only: string; runs: number }): Promise<void> {
  const visits = await measureVisits({ runs, only, say })
  if (!visits) throw new UsageError('No Chromium found. Set CHROMIUM_PATH.')
  const report = `${visitsTable(visits)}\n\n${visitBudgetsTable(visits)}`
  console.log(report)
  for (const { page, form, faults } of visits)
    for (const fault of faults) console.log(`${page}, ${form}: ${fault}`)
  if (only === '')
    replaceSection('lighthouse', `${dayAndCommit()}, ${machine()}, the median of ${runs} runs.\n\n${report}`)
}

const machine = () =>
  `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}`

function dayAndCommit(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  return `${new Date().toISOString().slice(0, 10)}, commit ${commit}`
}

async function searchAll({ searched, fresh, only }: Options): Promise<void> {
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

/** Replaces a section of docs/performance.md, between its marker comments; does nothing when there are none. */
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

/** The first pages of visitors who come from links and search engines. */
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
        if (mode === 'default' && only === '') firstPages = await measureFirstPages(forum, server.port)
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
  const { version } = await forum.database.db
    .selectNoFrom((eb) => eb.fn<string>('current_setting', [eb.val('server_version')]).as('version'))
    .executeTakeFirstOrThrow()
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const day = new Date().toISOString().slice(0, 10)
  const title = `Benchmark of ${day}, commit ${commit}`
  const report = [
    `${machine()}, PostgreSQL ` +
      `${version}, ${hasWrk ? 'wrk -t1 -c32' : 'autocannon, which is limited to about 15,000 requests/s'}, ` +
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
  say(error instanceof UsageError ? `${error.message}\n\n${usage}` : error)
  process.exitCode = error instanceof UsageError ? 2 : 1
})
