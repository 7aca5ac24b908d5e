import type { AutomationCost } from './automation.ts'
import type { Deletion } from './deletion.ts'
import type { FirstPage } from './firstPage.ts'
import { disturbance, kilobytes, milliseconds, number, percent, ratio, row } from './format.ts'
import type { IdleCpu } from './idle.ts'
import type { ImportRate } from './importRate.ts'
import type { IpBlockCost } from './ipBlocks.ts'
import { categories, type Visit } from './lighthouse.ts'
import type { LoginCost } from './login.ts'
import type { LongThread } from './longThread.ts'
import type { Measurement } from './measure.ts'
import type { SearchLatencies, SearchLatency } from './search/latency.ts'

/** The share of the ceiling that a path reaches, 0 to 1: by requests per second, and by CPU time. */
export const ratios = ({ server, ceiling }: Measurement) => ({
  byRate: server.perSecond / ceiling.perSecond,
  byCpu: ceiling.nodeMs / (server.nodeMs + server.postgresMs),
})

interface Column {
  readonly head: string
  readonly cell: (measured: Measurement) => string
}

/** The columns of the table in docs/performance.md. */
const mainColumns: readonly Column[] = [
  { head: 'p50 ms, one client', cell: ({ aloneMs }) => milliseconds(aloneMs) },
  { head: 'CPU ms: Node', cell: ({ server }) => milliseconds(server.nodeMs) },
  { head: 'CPU ms: PostgreSQL', cell: ({ server }) => milliseconds(server.postgresMs) },
  { head: 'statements', cell: ({ statements }) => number(statements, 1) },
  { head: 'kB', cell: ({ bytes }) => kilobytes(bytes) },
]
const allColumns: readonly Column[] = [
  { head: 'requests/s', cell: ({ server }) => number(server.perSecond) },
  { head: 'p50 ms', cell: ({ server }) => milliseconds(server.p50Ms) },
  { head: 'p99 ms', cell: ({ server }) => milliseconds(server.p99Ms) },
  ...mainColumns,
  { head: 'ceiling requests/s', cell: ({ ceiling }) => number(ceiling.perSecond) },
  { head: 'of the ceiling by rate', cell: (measured) => ratio(ratios(measured).byRate) },
  { head: 'by CPU time', cell: (measured) => ratio(ratios(measured).byCpu) },
  { head: 'failures', cell: ({ server, ceiling }) => number(server.failures + ceiling.failures) },
  { head: 'disturbed: server', cell: ({ server }) => disturbance(server) },
  { head: 'ceiling', cell: ({ ceiling }) => disturbance(ceiling) },
]

type PathResult = Measurement | { name: string; status: number }

/** The table of hot paths; a path that answered with an error shows its status. */
export const pathsTable = (results: readonly PathResult[]): string => tableOfPaths(results, allColumns)

/** The same with the columns that a reader of docs/performance.md needs. */
export const shortPathsTable = (results: readonly PathResult[]): string => tableOfPaths(results, mainColumns)

function tableOfPaths(results: readonly PathResult[], columns: readonly Column[]): string {
  const lines = results.map((result) =>
    row([
      result.name,
      ...columns.map(({ cell }, index) => {
        if ('status' in result) return index === 0 ? `answers ${result.status}` : ''
        return cell(result)
      }),
    ]),
  )
  const head = ['path', ...columns.map((column) => column.head)]
  return [row(head), row(['---', ...columns.map(() => '--:')]), ...lines].join('\n')
}

/** The result of `bench import`. */
export const importSentence = ({
  rows,
  rowsPerSecond,
  cpuMs,
  peakMemoryMb,
  textsIndexedPerSecond,
}: ImportRate) =>
  `${number(rows)} rows imported: ${number(rowsPerSecond)} a second, ${milliseconds(cpuMs)} ms of CPU time a row, ` +
  `${number(peakMemoryMb)} MB; then ${number(textsIndexedPerSecond)} texts a second indexed for the search.`

/** A row for each kind of query, and one for all of them. */
export function searchTable({ kinds, all, disturbance }: SearchLatencies): string {
  const line = ({ kind, p50Ms, p90Ms, p99Ms, computed99Ms, postgresMs, results }: SearchLatency) =>
    row([kind, ...[p50Ms, p90Ms, p99Ms, computed99Ms, postgresMs].map(milliseconds), number(results, 1)])
  return [
    row(['query', 'p50 ms', 'p90 ms', 'p99 ms', 'CPU ms: p99', 'PostgreSQL', 'results']),
    row(['---', '--:', '--:', '--:', '--:', '--:', '--:']),
    ...kinds.map(line),
    line(all),
    '',
    `Disturbed: ${percent(disturbance.steal)} + ${percent(disturbance.others)}. First results of all queries: ` +
      `99 of 100 within ${milliseconds(all.p99Ms)} ms, budget 50 ms: ${all.p99Ms <= 50 ? 'kept' : '**broken**'}.`,
  ].join('\n')
}

export interface OtherResults {
  readonly firstPages: readonly FirstPage[] | null
  readonly importRate: ImportRate | null
  readonly ipBlocks: IpBlockCost | null
  readonly longThread: LongThread | null
  readonly slowestMarkdown: { readonly name: string; readonly milliseconds: number } | null
}

interface Budget {
  readonly what: string
  readonly budget: string
  readonly measured: string
  readonly isKept: boolean
}

/** The budgets of docs/performance.md that this run has measured. */
function budgets(measurements: readonly Measurement[], others: OtherResults): Budget[] {
  const atLeast = (
    what: string,
    least: number,
    name: string,
    of: (one: Measurement) => number,
    digits: number,
  ) => {
    const found = measurements.find((one) => one.name === name)
    return found
      ? [{ what, budget: `≥ ${least}`, measured: number(of(found), digits), isKept: of(found) >= least }]
      : []
  }
  const ofCeiling = (what: string, least: number, name: string) => [
    ...atLeast(`${what}, part of the ceiling by rate`, least, name, (one) => ratios(one).byRate, 3),
    ...atLeast(`${what}, part of the ceiling by CPU time`, least, name, (one) => ratios(one).byCpu, 3),
  ]
  const atMost = (what: string, most: number, unit: string, measured: number | undefined) =>
    measured === undefined
      ? []
      : [
          {
            what,
            budget: `≤ ${most} ${unit}`,
            measured: `${number(measured, 1)} ${unit}`,
            isKept: measured <= most,
          },
        ]
  const firstPages = (kind: FirstPage['kind'], most: number) =>
    (others.firstPages ?? [])
      .filter((one) => one.kind === kind)
      .flatMap(({ page, gzip }) =>
        atMost(`guest's first page, ${page}, ${kind} (gzip)`, most, 'kB', gzip / 1000),
      )
  return [
    ...ofCeiling('feed of a guest', 0.5, 'feed, guest'),
    ...ofCeiling('feed of a member', 0.1, 'feed of all, members'),
    ...ofCeiling('feed of a member, not compressed', 0.1, 'feed of all, members, not compressed'),
    ...ofCeiling('feed of subscriptions', 0.1, 'feed of subscriptions, members'),
    ...ofCeiling(
      'feed of subscriptions, not compressed',
      0.1,
      'feed of subscriptions, members, not compressed',
    ),
    ...ofCeiling('post with 500 comments, guest', 0.1, 'post with 500 comments, guest'),
    ...ofCeiling('post with 500 comments, uncached', 0.1, 'post with 500 comments, uncached'),
    ...ofCeiling(
      'post with 500 comments, not compressed',
      0.1,
      'post with 500 comments, uncached, not compressed',
    ),
    ...atLeast(
      'home page uncached, a second',
      150,
      'home page, guest, uncached',
      (one) => one.server.perSecond,
      0,
    ),
    ...firstPages('JavaScript', 108),
    ...firstPages('CSS', 15),
    ...atMost('slowest Markdown of 20,000 characters', 50, 'ms', others.slowestMarkdown?.milliseconds),
    ...atMost('an address among 100,000 IP blocks', 20, 'µs', others.ipBlocks?.usualUs),
    ...atMost('a thread of 5,000 comments, usable', 1500, 'ms', others.longThread?.usableMs),
    ...(others.longThread
      ? [
          {
            what: 'a thread of 5,000 comments, frames a second on the screen while it is scrolled',
            budget: '≥ 58',
            measured: number(others.longThread.shownPerSecond, 1),
            isKept: others.longThread.shownPerSecond >= 58,
          },
        ]
      : []),
    ...(others.importRate
      ? [
          {
            what: 'import, rows a second',
            budget: '≥ 10,000',
            measured: number(others.importRate.rowsPerSecond),
            isKept: others.importRate.rowsPerSecond >= 10_000,
          },
          ...atMost('import, memory', 400, 'MB', others.importRate.peakMemoryMb),
        ]
      : []),
  ]
}

/** Budgets and measurements; empty when nothing with a budget was measured. */
export const budgetsTable = (measurements: readonly Measurement[], others: OtherResults): string =>
  tableOf(budgets(measurements, others))

function tableOf(rows: readonly Budget[]): string {
  const lines = rows.map(({ what, budget, measured, isKept }) =>
    row([what, budget, measured, isKept ? 'kept' : '**broken**']),
  )
  if (lines.length === 0) return ''
  return [row(['what', 'budget', 'measured', '']), row(['---', '--:', '--:', '---']), ...lines].join('\n')
}

/** What a guest's browser fetches with a first page. */
export function firstPageTable(sizes: readonly FirstPage[]): string {
  const lines = sizes.map(({ page, kind, files, brotli, gzip }) =>
    row([page, kind, number(files), kilobytes(brotli), kilobytes(gzip)]),
  )
  return [
    row(["guest's first page", '', 'files', 'kB brotli', 'kB gzip']),
    row(['---', '---', '--:', '--:', '--:']),
    ...lines,
  ].join('\n')
}

/** The result of `bench thread`. */
export function longThreadTable(thread: LongThread): string {
  const lines = [
    ['painted', `${number(thread.paintedMs)} ms`],
    ['usable', `${number(thread.usableMs)} ms`],
    ['more comments, slowest press until they are there', `${number(thread.moreMs)} ms`],
    ['more comments, longest frame', `${number(thread.moreLongestFrameMs)} ms`],
    ['frames a second on the screen while scrolled', number(thread.shownPerSecond, 1)],
    ['of these, with something not rendered yet', percent(thread.shownIncomplete)],
    ['frames a second of the page itself meanwhile', number(thread.framesPerSecond, 1)],
    ['late frames of these', percent(thread.lateFrames)],
    ['worst frame', `${number(thread.worstFrameMs)} ms`],
    ['work per frame of the page itself', `${number(thread.workPerFrameMs, 1)} ms`],
    ['largest branch collapsed', `${number(thread.collapseMs)} ms`],
    ['JavaScript heap', `${number(thread.heapMb)} MB`],
    ['elements', number(thread.elements)],
  ]
  return [
    row([`a thread of ${number(thread.comments)} comments in Chromium`, '']),
    row(['---', '--:']),
    ...lines.map(row),
  ].join('\n')
}

const scoreNames = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'best practices',
  seo: 'SEO',
} as const

/** The results of Lighthouse. */
export function visitsTable(visits: readonly Visit[]): string {
  const head = ['page', ...categories.map((category) => scoreNames[category]), 'FCP', 'LCP', 'TBT', 'CLS']
  const lines = visits.map((visit) =>
    row([
      `${visit.page}, ${visit.form}`,
      ...categories.map((category) => number(visit.scores[category])),
      `${number(visit.firstPaintMs)} ms`,
      `${number(visit.largestPaintMs)} ms`,
      `${number(visit.blockedMs)} ms`,
      number(visit.shift, 3),
    ]),
  )
  return [row(head), row(['---', ...head.slice(1).map(() => '--:')]), ...lines].join('\n')
}

const minScores = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const

/** The worst page against the budgets for all pages. */
export function visitBudgetsTable(visits: readonly Visit[]): string {
  const shift = Math.max(...visits.map((visit) => visit.shift))
  return tableOf([
    ...categories.map((category) => {
      const [least, worst] = [minScores[category], Math.min(...visits.map(({ scores }) => scores[category]))]
      return {
        what: `Lighthouse, ${scoreNames[category]}, worst page`,
        budget: `≥ ${least}`,
        measured: number(worst),
        isKept: worst >= least,
      }
    }),
    {
      what: 'Lighthouse, layout shift, worst page',
      budget: '0',
      measured: number(shift, 3),
      isKept: shift < 0.001,
    },
  ])
}

export const idleSentence = ({ serverPercent, postgresPercent }: IdleCpu): string =>
  `While nobody uses the forum, the server takes ${number(serverPercent, 2)} % of a core and PostgreSQL ` +
  `${number(postgresPercent, 2)} %.`

export const automationSentence = ({ eachMs, hundredMs, slowest }: AutomationCost): string =>
  `100 rules without code look at a text of 40,000 characters in ${hundredMs.toFixed(1)} ms, ${eachMs.toFixed(2)} ms each; 100 of the slowest kind (${slowest.kind}) in ${slowest.hundredMs.toFixed(1)} ms.`

export const ipBlockSentence = ({ blocks, usualUs, worstUs, tenUs }: IpBlockCost): string =>
  `An address is looked up among ${number(blocks)} IP blocks in ${number(usualUs, 2)} µs, among ten in ` +
  `${number(tenUs, 2)} µs; with every prefix length in ${number(worstUs, 2)} µs.`

export const loginSentence = ({
  addresses,
  attemptsPerSecond,
  refusedShare,
  file,
  page,
}: LoginCost): string =>
  `While ${addresses} addresses log in as fast as they may (${number(attemptsPerSecond)} attempts a second, ` +
  `${number(refusedShare * 100)} % refused as too many at once), a file takes ${milliseconds(file.p50Ms)} ms ` +
  `(p99 ${milliseconds(file.p99Ms)}), budget 50 ms: ${file.p50Ms <= 50 ? 'kept' : '**broken**'}; ` +
  `a page takes ${milliseconds(page.p50Ms)} ms (p99 ${milliseconds(page.p99Ms)}), budget 200 ms: ` +
  `${page.p50Ms <= 200 ? 'kept' : '**broken**'}.`

export const deletionSentence = ({ items, seconds, longestBatchMs }: Deletion): string =>
  `${number(items)} posts and comments of one member deleted in ${number(seconds, 1)} s, ` +
  `the longest batch in ${number(longestBatchMs)} ms.`
