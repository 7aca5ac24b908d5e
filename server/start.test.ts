import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { backupWarnings, startWarnings, urlFor } from './start.ts'

it.each([
  ['127.0.0.1', 'http://127.0.0.1:8080'],
  ['0.0.0.0', 'http://localhost:8080'],
  ['::', 'http://localhost:8080'],
  ['::1', 'http://[::1]:8080'],
  ['forum.example', 'http://forum.example:8080'],
])('a server that listens on %s is reached at %s', (host, url) => {
  expect(urlFor(host, 8080)).toBe(url)
})

describe('at the start the operator is warned', () => {
  const siteUrl = new URL('https://forum.example')
  it.each([
    ['of nothing when all is well', { trustProxy: ['loopback'], siteUrl }, {}, []],
    ['of nothing without a proxy', { trustProxy: false, siteUrl: null }, {}, []],
    ['of nothing where there are no users', { trustProxy: false, siteUrl: null }, { userId: undefined }, []],
    ['of a proxy without SITE_URL', { trustProxy: ['loopback'], siteUrl: null }, {}, [/SITE_URL/]],
    ['of running as root', { trustProxy: ['loopback'], siteUrl }, { userId: 0 }, [/root/]],
    [
      'of an old Node',
      { trustProxy: false, siteUrl },
      { node: '20.19.4' },
      [/^Warning: Node.js 20.19.4 works/],
    ],
  ] as const)('%s', (_case, config, machine, warnings) => {
    expect(
      startWarnings(config as Parameters<typeof startWarnings>[0], {
        userId: 1000,
        node: '22.23.3',
        ...machine,
      }),
    ).toEqual(warnings.map((part) => expect.stringMatching(part)))
  })
})

describe('at the start the operator is warned of a BACKUP_DIR', () => {
  const place = () => {
    const folder = mkdtempSync(join(tmpdir(), 'folkmoot-backups-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'file'), '')
    return folder
  }

  it.each([
    ['that is a file', 'file'],
    ['below a file', 'file/backups'],
  ])('%s, with its path and advice', async (_case, name) => {
    const backupDir = join(place(), name)
    const [warning = '', ...others] = await backupWarnings({ backupDir, backupBucket: '' })
    expect(others).toEqual([])
    expect(warning).toMatch(/^Warning: no backup can be made in /)
    expect(warning).toContain(`${backupDir} (ENOTDIR`)
    expect(warning).toMatch(/\)\. [A-Z].*BACKUP_DIR/)
  })

  it.each([
    ['that exists', '.', ''],
    ['that can be made', 'backups', ''],
    ['that is not used, because there is a bucket', 'file', 'backups'],
  ])('not of one %s', async (_case, name, bucket) => {
    expect(await backupWarnings({ backupDir: join(place(), name), backupBucket: bucket })).toEqual([])
  })

  it('not without one', async () => {
    expect(await backupWarnings({ backupDir: '', backupBucket: '' })).toEqual([])
  })
})
