import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scratchRoot } from '../../../tests/support/cluster.ts'
import { startS3 } from '../../../tests/support/s3.ts'
import { diskStore } from './disk.ts'
import { s3Store } from './s3.ts'
import type { FilePath, FileStore } from './store.ts'

let scratch: string
beforeAll(async () => {
  scratch = await mkdtemp(join(scratchRoot(), 'folkmoot-store-'))
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

/** A bucket on this machine. */
async function bucketStore(): Promise<FileStore> {
  const s3 = await startS3(['forum'])
  const store = await s3Store({ ...s3.account, bucket: 'forum', prefix: 'site-1/images/' })
  return {
    ...store,
    close: async () => {
      await store.close()
      await s3.close()
    },
  }
}

const read = async (store: FileStore, place: FilePath) => {
  const file = await store.open(place)
  return file && { size: file.size, text: (await buffer(file.content)).toString() }
}
let made = 0
const newFolder = () => `some/place-${++made}`

describe.each([
  ['a folder', async () => diskStore(join(scratch, 'disk'))],
  ['a bucket', bucketStore],
])('files in %s', (_name, open) => {
  let store: FileStore
  beforeAll(async () => {
    store = await open()
  })
  afterAll(() => store.close())

  it('are returned as they were stored', async () => {
    const place = { folder: newFolder(), name: 'original.jpeg' }
    await store.put(place, Buffer.from('some bytes'))
    expect(await read(store, place)).toEqual({ size: 10, text: 'some bytes' })
    expect(await store.has(place)).toBe(true)
  })

  it('may be copied from a local file, which stays', async () => {
    const place = { folder: newFolder(), name: 'archive.json.gz' }
    const path = join(scratch, 'large')
    const bytes = randomBytes(3_000_000)
    await writeFile(path, bytes)
    await store.putFile(place, path)
    const file = await store.open(place)
    expect(file?.size).toBe(bytes.length)
    expect(file && bytes.equals(await buffer(file.content))).toBe(true)
    expect(bytes.equals(await readFile(path))).toBe(true)
  })

  it('replace older ones', async () => {
    const place = { folder: newFolder(), name: 'original.jpeg' }
    await store.put(place, Buffer.from('older'))
    await store.put(place, Buffer.from('newer'))
    expect(await read(store, place)).toEqual({ size: 5, text: 'newer' })
  })

  it('may be missing without an error', async () => {
    const folder = newFolder()
    await store.put({ folder, name: 'here' }, Buffer.from('x'))
    for (const place of [
      { folder, name: 'not-here' },
      { folder: newFolder(), name: 'here' },
      { folder: `${folder}/here`, name: 'below-a-file' },
    ]) {
      expect(await store.open(place)).toBeNull()
      expect(await store.has(place)).toBe(false)
    }
  })

  it('are deleted with their folder, but not those of other folders', async () => {
    const folder = newFolder()
    const neighbour = { folder: `${folder}0`, name: 'original.jpeg' }
    await store.put(neighbour, Buffer.from('stays'))
    for (const name of ['original.jpeg', 'a.webp', 'b.webp'])
      await store.put({ folder, name }, Buffer.from(name))
    await store.deleteFolder(folder, { first: 'original.jpeg' })
    for (const name of ['original.jpeg', 'a.webp', 'b.webp'])
      expect(await store.has({ folder, name })).toBe(false)
    expect(await store.has(neighbour)).toBe(true)
  })

  it('may be deleted twice', async () => {
    const folder = newFolder()
    await store.deleteFolder(folder, { first: 'original.jpeg' })
    await store.deleteFolder(folder, { first: 'original.jpeg' })
  })

  it.each([
    ['../../etc', 'passwd'],
    ['a/../b', 'c'],
    ['/etc', 'passwd'],
    ['', 'x'],
    ['a', '../b'],
    ['a', '..'],
    ['a', '.hidden'],
    ['a', 'b\0c'],
    ['a\\b', 'c'],
  ])('have no places like %j %j', async (folder, name) => {
    const place = { folder, name }
    await expect(async () => store.put(place, Buffer.from('x'))).rejects.toThrow('not a path')
    await expect(async () => store.open(place)).rejects.toThrow('not a path')
    await expect(async () => store.has(place)).rejects.toThrow('not a path')
    await expect(async () => store.deleteFolder(folder, { first: name })).rejects.toThrow('not a path')
  })
})

it('a file in a folder that cannot be written leaves nothing behind', async () => {
  const root = join(scratch, 'half')
  const store = diskStore(root)
  await store.put({ folder: 'one', name: 'taken' }, Buffer.from('x'))
  await store.put({ folder: 'one/taken-2', name: 'inside' }, Buffer.from('x'))
  // A folder already has the name of the file.
  await expect(store.put({ folder: 'one', name: 'taken-2' }, Buffer.from('y'))).rejects.toThrow()
  expect((await readdir(join(root, 'one'))).sort()).toEqual(['taken', 'taken-2'])
})
