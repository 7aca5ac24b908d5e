import { disturbance, kilobytes, milliseconds, number, percent, ratio, row } from '../format.ts'
import type { ComparedPath, Comparison, Result } from './compare.ts'
import type { Kind, KindResult, Mixed, Standing } from './mixed.ts'

/** CPU time of the last side divided by that of the first, server and database together; under 1: the last is faster. */
export const cpuRatio = (first: Result, last: Result): number =>
  (last.serverMs + last.databaseMs) / (first.serverMs + first.databaseMs)

const columns: readonly (readonly [head: string, cell: (result: Result) => string])[] = [
  ['requests/s', ({ perSecond }) => number(perSecond)],
  ['p50 ms', ({ p50Ms }) => milliseconds(p50Ms)],
  ['p99 ms', ({ p99Ms }) => milliseconds(p99Ms)],
  ['CPU ms: server', ({ serverMs }) => milliseconds(serverMs)],
  ['CPU ms: database', ({ databaseMs }) => milliseconds(databaseMs)],
  ['peak MB', ({ peakMb }) => number(peakMb)],
  ['failures', ({ failures }) => number(failures)],
]

/** A table with a row for each path. Cells have the numbers of all sides, in order; ratios are of the last side to the first. */
export function comparisonTable({ sides, paths }: Comparison): string {
  const isCompared = sides.length > 1
  const heads = [
    isCompared ? `path (${sides.join(' → ')})` : 'path',
    ...columns.map(([head]) => head),
    'kB',
    ...(isCompared ? ['rate ×', 'CPU time ×'] : []),
    'disturbed',
  ]
  const line = (path: ComparedPath) => {
    const { name, results, bytes = [] } = path
    const [first, last] = [results[0], results.at(-1)]
    const ratios =
      typeof first === 'object' && typeof last === 'object'
        ? [ratio(last.perSecond / first.perSecond), ratio(cpuRatio(first, last))]
        : ['', '']
    return row([
      name,
      ...columns.map(([, cell]) => results.map((one) => resultCell(one, cell)).join(' → ')),
      bytes.map(kilobytes).join(' → '),
      ...(isCompared ? ratios : []),
      disturbance(path),
    ])
  }
  return [row(heads), row(['---', ...heads.slice(1).map(() => '--:')]), ...paths.map(line)].join('\n')
}

const resultCell = (result: Result | number, cell: (result: Result) => string) =>
  typeof result === 'number' ? `answers ${result}` : cell(result)

const kindNames: Record<Kind, string> = {
  guest: 'read of a guest',
  member: 'read of a member',
  poll: 'own account, every five seconds',
  vote: 'vote',
  comment: 'comment',
  post: 'post',
}

/** What servers need without any requests, and their memory then and under the mixed load. */
function standingTable(sides: readonly string[], standing: readonly Standing[]): string {
  const columns: readonly (readonly [head: string, cell: (one: Standing) => string])[] = [
    ['idle, % of a core: server', ({ idleServer }) => number(idleServer * 100, 2)],
    ['database', ({ idleDatabase }) => number(idleDatabase * 100, 2)],
    ['idle, MB: server', ({ idleMemory }) => number(idleMemory.server)],
    ['database', ({ idleMemory }) => number(idleMemory.database)],
    ['mixed load, MB: server', ({ busyMemory }) => number(busyMemory.server)],
    ['database', ({ busyMemory }) => number(busyMemory.database)],
  ]
  return [
    row(['side', ...columns.map(([head]) => head)]),
    row(['---', ...columns.map(() => '--:')]),
    ...standing.map((one, index) => row([sides[index] ?? '', ...columns.map(([, cell]) => cell(one))])),
  ].join('\n')
}

/** The tables of the mixed load: what the servers need in any case, its cost, the times of each kind of request, and how many reads remain at a rate of writes. */
export function mixedTables({ comparison, standing, kinds, shares }: Mixed): string {
  const { sides } = comparison
  const all = kinds[0] ?? []
  const cells = (kind: Kind, cell: (result: KindResult) => string) =>
    kinds
      .map((results) => results.find((one) => one.kind === kind))
      .map((found) => (found ? cell(found) : ''))
      .join(' → ')
  const kindsTable = [
    row(['of the mixture', 'requests/s', 'p50 ms', 'p99 ms', 'answered with 304', 'failures']),
    row(['---', '--:', '--:', '--:', '--:', '--:']),
    ...all.map(({ kind }) =>
      row([
        kindNames[kind],
        cells(kind, ({ perSecond }) => number(perSecond)),
        cells(kind, ({ p50Ms }) => milliseconds(p50Ms)),
        cells(kind, ({ p99Ms }) => milliseconds(p99Ms)),
        cells(kind, ({ unchangedShare }) => percent(unchangedShare)),
        cells(kind, ({ failures }) => number(failures)),
      ]),
    ),
  ]
  const sharesTable = [
    row(['writes/s', ...sides.map((side) => `reads of guests, as a share of those without writes: ${side}`)]),
    row(['--:', ...sides.map(() => '--:')]),
    ...shares.map((one) => row([number(one.writesPerSecond), ...one.sides.map((share) => ratio(share))])),
  ]
  return [
    standingTable(sides, standing),
    comparisonTable(comparison),
    kindsTable.join('\n'),
    sharesTable.join('\n'),
  ].join('\n\n')
}
