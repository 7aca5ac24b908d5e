import { describe, expect, it } from 'vitest'
import { bytesLine } from './bytes.ts'
import { isWanted, together } from './compare.ts'
import { allClosestTo, longestWord } from './members.ts'
import { sharesOf } from './mixed.ts'
import { comparisonTable, cpuRatio } from './table.ts'

const before = { perSecond: 500, p50Ms: 60, p99Ms: 90, serverMs: 3, databaseMs: 1, peakMb: 210, failures: 0 }
const now = { ...before, perSecond: 1250, p50Ms: 24, serverMs: 1.2, databaseMs: 0.4, peakMb: 190 }
const undisturbed = { steal: 0, others: 0.01 }

describe('a comparison', () => {
  it('counts CPU time of server and database together; a half means twice as fast', () => {
    expect(cpuRatio(before, now)).toBeCloseTo(0.4)
    expect(cpuRatio(now, before)).toBeCloseTo(2.5)
  })

  it('has a row for each path, with the numbers of both sides and their ratios', () => {
    const paths = [{ name: 'vote', ...undisturbed, results: [before, now], bytes: [1500, 920] }]
    expect(comparisonTable({ sides: ['1234567', 'now'], paths })).toBe(
      [
        '| path (1234567 → now) | requests/s | p50 ms | p99 ms | CPU ms: server | CPU ms: database | peak MB | failures | kB | rate × | CPU time × | disturbed |',
        '| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
        '| vote | 500 → 1,250 | 60.0 → 24.0 | 90.0 → 90.0 | 3.00 → 1.20 | 1.00 → 0.400 | 210 → 190 | 0 → 0 | 1.5 → 0.9 | 2.50 | 0.40 | 0 % + 1 % |',
      ].join('\n'),
    )
  })

  it('has no ratios for one side, or where one of them answers with an error', () => {
    const one = comparisonTable({ sides: ['now'], paths: [{ name: 'vote', ...undisturbed, results: [now] }] })
    expect(one).toContain('| vote | 1,250 | 24.0 |')
    expect(one).not.toContain('rate ×')
    const failed = comparisonTable({
      sides: ['old', 'now'],
      paths: [{ name: 'vote', ...undisturbed, results: [404, now] }],
    })
    expect(failed).toContain('| vote | answers 404 → 1,250 |')
    expect(failed).toContain('|  |  | 0 % + 1 % |')
  })

  it('adds up the runs of a side: CPU time by answered requests, and the most memory', () => {
    const run = { perSecond: 100, p50Ms: 10, p99Ms: 20, serverSeconds: 1, databaseSeconds: 0.5, failures: 1 }
    const runs = [
      { ...run, requests: 101, peakMb: 200 },
      { ...run, requests: 301, perSecond: 300, p50Ms: 4, serverSeconds: 1, peakMb: 180 },
    ]
    expect(together(runs)).toEqual({
      perSecond: 200,
      p50Ms: 7,
      p99Ms: 20,
      serverMs: 5,
      databaseMs: 2.5,
      peakMb: 200,
      failures: 2,
    })
  })

  it('relates the reads beside writes to those without, for each side', () => {
    const reads = [
      { writesPerSecond: 1, without: [1000, 4000], rates: [900, 4000] },
      { writesPerSecond: 10, without: [800, 2000], rates: [200, 1500] },
    ]
    expect(sharesOf(reads)).toEqual([
      { writesPerSecond: 1, sides: [0.9, 1] },
      { writesPerSecond: 10, sides: [0.25, 0.75] },
    ])
  })

  it('measures the paths whose names contain one of the texts', () => {
    expect(isWanted('home page, guest', [])).toBe(true)
    expect(isWanted('home page, guest', ['vote', 'home'])).toBe(true)
    expect(isWanted('feed of all', ['vote', 'home'])).toBe(false)
  })
})

describe('the measured threads', () => {
  it('are chosen among those nearest to a number of comments', () => {
    const posts = [12, 51, 4579, 49, 51].map((noComments, index) => ({ noComments, index }))
    expect(allClosestTo(posts, 50).map(({ index }) => index)).toEqual([1, 3, 4])
    expect(allClosestTo(posts, 60).map(({ index }) => index)).toEqual([1, 4])
  })

  it('give the word for the search, the longest of a title', () => {
    expect(longestWord('How I mined 50 Bitcoins in 2010, a story')).toBe('Bitcoins')
    expect(longestWord('日本')).toBe('the')
  })
})

describe('the size of an answer', () => {
  const sizes = { identity: 113_000, gzip: 44_000, br: 41_700, zstd: null }

  it('is compared with the reference, gzip and the best of the others with a goal of their own', () => {
    expect(bytesLine('hot feed', sizes, 38_000)).toBe(
      '| hot feed | 113.0 | 44.0 | 41.7 | – | 38.0 | 1.16 | 1.10 | kept |',
    )
    expect(bytesLine('hot feed', { ...sizes, gzip: 46_000 }, 38_000)).toContain('**broken**')
    expect(bytesLine('hot feed', { ...sizes, br: 42_000 }, 38_000)).toContain('**broken**')
    expect(bytesLine('hot feed', { ...sizes, br: null, zstd: 38_900 }, 38_000)).toContain('| kept |')
  })

  it('breaks the goal where neither Brotli nor Zstandard is offered, and has none without a reference', () => {
    expect(bytesLine('hot feed', { ...sizes, br: null }, 38_000)).toContain('| 1.16 | – | **broken** |')
    expect(bytesLine('page: home', sizes)).toBe('| page: home | 113.0 | 44.0 | 41.7 | – | – |  |  |  |')
  })
})
