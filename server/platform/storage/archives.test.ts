import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scratchRoot } from '../../../tests/support/cluster.ts'
import { startS3 } from '../../../tests/support/s3.ts'
import { type ArchiveStore, bucketArchives, folderArchives } from './archives.ts'

let scratch: string
beforeAll(async () => {
  scratch = await mkdtemp(join(scratchRoot(), 'folkmoot-archives-'))
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

/** A bucket on this machine. */
async function bucket(): Promise<ArchiveStore> {
  const s3 = await startS3(['forum'])
  const store = await bucketArchives({ ...s3.account, bucket: 'forum', prefix: 'backups/' })
  return {
    ...store,
    close: async () => {
      await store.close()
      await s3.close()
    },
  }
}

describe.each([
  ['a folder', async () => folderArchives(join(scratch, 'folder'))],
  ['a bucket', bucket],
])('archives in %s', (_name, openStore) => {
  let store: ArchiveStore
  beforeAll(async () => {
    store = await openStore()
  })
  afterAll(() => store.close())
  const { signal } = new AbortController()

  // The second is uploaded to a bucket in two parts.
  it.each([1000, 17 * 1024 * 1024])('of %d bytes come back as they were', async (size) => {
    const bytes = randomBytes(size)
    expect(await store.put(`one-${size}`, Readable.from([bytes]), signal)).toBe(size)
    const found = await store.open(`one-${size}`)
    expect(found?.size).toBe(size)
    expect((await buffer(found?.content ?? Readable.from([]))).equals(bytes)).toBe(true)
    await store.delete(`one-${size}`)
    expect(await store.open(`one-${size}`)).toBe(null)
    await store.delete(`one-${size}`)
  })

  it('do not exist after an interruption', async () => {
    const broken = Readable.from(
      (async function* () {
        yield randomBytes(100)
        throw new Error('The rest is missing.')
      })(),
      { objectMode: false },
    )
    await expect(store.put('broken', broken, signal)).rejects.toThrow('The rest is missing.')
    expect(await store.open('broken')).toBe(null)
  })

  it.each(['../one', 'a/b', '.hidden', ''])('cannot be called %j', async (name) => {
    await expect(store.put(name, Readable.from(['x']), signal)).rejects.toThrow('not the name')
    await expect(store.open(name)).rejects.toThrow('not the name')
  })
})

it('an interrupted archive leaves no temporary file in its folder', async () => {
  expect(await readdir(join(scratch, 'folder'))).toEqual([])
})
