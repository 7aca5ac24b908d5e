import { describe, expect, it } from 'vitest'
import { parseOptions, UsageError } from './options.ts'

describe('the options of the benchmark', () => {
  it('measure everything in the usual forum without any', () => {
    expect(parseOptions([])).toMatchObject({
      task: 'measure',
      names: [],
      size: { posts: 20_000 },
      seconds: 4,
    })
  })

  it('take words as names of paths in a comparison, even if there is a task of that name', () => {
    expect(parseOptions(['--against', 'v1.0', 'search', 'new comment', '--save'])).toMatchObject({
      task: 'compare',
      against: 'v1.0',
      names: ['search', 'new comment'],
      save: true,
    })
    expect(parseOptions(['--data', 'dumps'])).toMatchObject({ task: 'compare', data: 'dumps', names: [] })
  })

  it('take one task otherwise', () => {
    expect(parseOptions(['search', '--posts', '5000'])).toMatchObject({
      task: 'search',
      size: { posts: 5000 },
    })
    expect(() => parseOptions(['plans', 'seed'])).toThrow(UsageError)
    expect(() => parseOptions(['vote'])).toThrow(UsageError)
  })

  it('measure a mixture with or without a comparison', () => {
    expect(parseOptions(['mixed'])).toMatchObject({ task: 'mixed', against: '', data: '' })
    expect(parseOptions(['mixed', '--against', 'v1.0'])).toMatchObject({
      task: 'mixed',
      against: 'v1.0',
      names: [],
    })
    expect(() => parseOptions(['mixed', 'vote'])).toThrow(UsageError)
  })

  it('measure sizes with or without a comparison, and what a browser accepts by default', () => {
    expect(parseOptions(['bytes', '--data', 'dumps'])).toMatchObject({
      task: 'bytes',
      accepted: 'gzip, deflate, br, zstd',
    })
    expect(parseOptions(['--data', 'dumps', '--accept', 'gzip'])).toMatchObject({ accepted: 'gzip' })
  })

  it('measure growth to a million posts or to any size', () => {
    const million = { posts: 1_000_000, comments: 10_000_000, votes: 50_000_000 }
    expect(parseOptions(['growth'])).toMatchObject({ task: 'growth', size: million, names: [] })
    const smaller = ['growth', 'vote', '--posts', '50000', '--comments', '60000', '--votes', '300000']
    expect(parseOptions(smaller)).toMatchObject({
      names: ['vote'],
      size: { posts: 50_000, comments: 60_000, votes: 300_000 },
    })
    expect(() => parseOptions(['growth', '--posts', '50000', '--comments', '40000'])).toThrow(UsageError)
  })

  it.each([['--posts', '999'], ['--posts', 'many'], ['--seconds', '0'], ['--runs', '1.5'], ['--unknown']])(
    'refuse %s %s',
    (...args) => expect(() => parseOptions(args)).toThrow(UsageError),
  )
})
