import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { measureAutomation } from './automation.ts'
import { startBuiltServer } from './builtServer.ts'
import { serveCeiling, startCeiling } from './ceiling.ts'
import { measureDeletion } from './deletion.ts'
import { type FirstPage, measureFirstPage } from './firstPage.ts'
import { environmentOf, hotRequests, type Mode } from './hotRequests.ts'
import { measureIdle } from './idle.ts'
import { measureImport } from './importRate.ts'
import { measureIpBlocks } from './ipBlocks.ts'
import { measureVisits } from './lighthouse.ts'
import { hasWrk } from './load.ts'
import { measureLogins } from './login.ts'
import { measureLongThread } from './longThread.ts'
import { measureMarkdown } from './markdown.ts'
import { type Measurement, measure } from './measure.ts'
import { type Options, parseOptions, UsageError, usage } from './options.ts'
import { measureOverloaded, overloadTable } from './overload.ts'
import { explainHotPaths, plansTable } from './plans.ts'
import { measureProgramSizes, programSizesTable } from './programSize.ts'
import {
  automationSentence,
  budgetsTable,
  deletionSentence,
  firstPageTable,
  idleSentence,
  importSentence,
  ipBlockSentence,
  loginSentence,
  longThreadTable,
  type OtherResults,
  pathsTable,
  searchTable,
  shortPathsTable,
  visitBudgetsTable,
  visitsTable,
} from './report.ts'
import { longThread, openScratchForum, openSearchedForum, type ScratchForum } from './scratchForum.ts'
import { measureSearch } from './search/latency.ts'
import { defaultSize, type ForumSize } from './size.ts'
import { compareSizes, compareVersions, compareWorkers, type Report } from './versions/main.ts'

const modes: readonly Mode[] = ['default', 'uncached']
const performanceDocument = 'docs/performance.md'
const say = (line: unknown) => console.error(line)

async function main(): Promise<void> {
  // The default handler would not run the `exit` listeners that kill the started servers.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const options = parseOptions(process.argv.slice(2))
  if (options.task === 'help') return console.log(usage)
  if (options.task === 'ceiling') return serveCeiling()
  if (process.platform !== 'linux')
    throw new UsageError('The benchmark runs only on Linux, because it reads CPU times from /proc.')
  if (options.task === 'compare' || options.task === 'mixed' || options.task === 'bytes')
    return show(await compareVersions(options, say), options)
  if (options.task === 'scale') return show(await compareWorkers(options, say), options)
  if (options.task === 'growth') return show(await compareSizes(options, say), options)
  if (options.task === 'size')
    return show(
      { title: 'JavaScript of a first page', text: programSizesTable(await measureProgramSizes()) },
      options,
    )
  if (options.task === 'thread') return showLongThread()
  if (options.task === 'lighthouse') return showVisits(options)
  if (options.task === 'search') return searchAll(options)
  if (options.task === 'import') return console.log(importSentence(await measureImport()))
  if (options.task === 'deletion') return console.log(deletionSentence(await measureDeletion()))
  if (options.task === 'automation') return console.log(automationSentence(measureAutomation()))
  if (options.task === 'ipblocks') return console.log(ipBlockSentence(measureIpBlocks()))
  const forum = await openScratchForum(options.size, { fresh: options.fresh, say })
  try {
    if (options.task === 'plans') await explain(forum, options)
    if (options.task === 'overload')
      console.log(overloadTable(await measureOverloaded(forum, options.seconds)))
    if (options.task === 'measure') await measureAll(forum, options)
    if (options.task === 'idle') console.log(idleSentence(await measureIdle(forum.dataDir)))
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

async function showVisits(options: Options): Promise<void> {
  const visits = await measureVisits({ ...options, say })
  if (!visits) throw new UsageError('No Chromium found. Set CHROMIUM_PATH.')
  const faults = visits.flatMap(({ page, form, faults }) =>
    faults.map((fault) => `${page}, ${form}: ${fault}`),
  )
  const tables = [visitsTable(visits), visitBudgetsTable(visits), ...faults].join('\n\n')
  show({ title: 'Lighthouse', text: `The median of ${options.runs} runs.\n\n${tables}` }, options)
}

const clients = hasWrk ? 'wrk -t1 -c32' : 'autocannon, which is limited to about 15,000 requests/s'

const machine = () =>
  `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}`

function dayAndCommit(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  return `${new Date().toISOString().slice(0, 10)}, commit ${commit}`
}

/** Prints a report, and stores it if an option says so. */
function show({ title, text }: Report, { save, seconds }: Options): void {
  const report = `# ${title}\n\n${dayAndCommit()}, ${machine()}, ${clients}, runs of ${seconds} s. ${text}`
  console.log(report)
  if (!save) return
  mkdirSync('bench/results', { recursive: true })
  const file = `bench/results/${new Date().toISOString().slice(0, 10)}-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.md`
  writeFileSync(file, `${report}\n`)
  say(`Written to ${file}.`)
}

async function searchAll(options: Options): Promise<void> {
  const { searched, fresh, only } = options
  const forum = await openSearchedForum(searched, { fresh, say })
  try {
    const table = searchTable(await measureSearch(forum, { only, say }))
    show({ title: `Search of ${sizeInWords(searched)}`, text: `One client.\n\n${table}` }, options)
  } finally {
    await forum.database.close()
  }
}

async function explain(forum: ScratchForum, options: Options): Promise<void> {
  const costs = await explainHotPaths(forum)
  const plans = costs.map(({ path, plan }) => `## ${path}\n\n${plan}`).join('\n\n')
  show(
    { title: `Plans in a forum of ${sizeInWords(options.size)}`, text: `${plansTable(costs)}\n\n${plans}` },
    options,
  )
}

const sizeInWords = (size: Partial<ForumSize>) =>
  Object.entries(size)
    .map(([what, count]) => `${count.toLocaleString('en')} ${what}`)
    .join(', ')

/** Puts the table into docs/performance.md, between its marker comments. */
function fillDocument(text: string): void {
  const [begin, end] = ['<!-- last report -->', '<!-- end of last report -->']
  const document = readFileSync(performanceDocument, 'utf8')
  const [start, stop] = [document.indexOf(begin), document.indexOf(end)]
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
      `${version}, ${clients}, ` +
      `runs of ${seconds} s. A forum of ${sizeInWords(size)}. How to read it: docs/performance.md.`,
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
  if (size.posts === defaultSize.posts) fillDocument(`${title}, ${machine()}.\n\n${shortPathsTable(results)}`)
}

main().catch((error) => {
  say(error instanceof UsageError ? `${error.message}\n\n${usage}` : error)
  process.exitCode = error instanceof UsageError ? 2 : 1
})
