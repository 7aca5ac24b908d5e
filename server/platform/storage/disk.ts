import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { errorCode } from '../errors.ts'
import { checkFilePath, type FilePath, type FileStore } from './store.ts'

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')

/** Files in a folder of this machine. @param root created when the first file is stored. */
export function diskStore(root: string): FileStore {
  const folderOf = (folder: string) => {
    checkFilePath({ folder, name: 'any' })
    return join(root, folder)
  }
  const pathOf = (place: FilePath) => {
    checkFilePath(place)
    return join(root, place.folder, place.name)
  }
  /** Rename is atomic: readers see the whole file or none. */
  async function store(place: FilePath, content: Buffer | Readable): Promise<void> {
    const path = pathOf(place)
    // No key has such a name, so leftovers of a crash cannot be mistaken for a file.
    const unfinished = join(dirname(path), `.${randomUUID()}`)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    try {
      const file = await open(unfinished, 'wx', 0o600)
      try {
        await writeFile(file, content)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(unfinished, path)
      await syncFolder(dirname(path))
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }
  return {
    put: store,
    putFile: (place, path) => store(place, createReadStream(path)),

    async open(place) {
      try {
        const file = await open(pathOf(place), 'r')
        try {
          const { size } = await file.stat()
          return { size, content: file.createReadStream() }
        } catch (error) {
          await file.close()
          throw error
        }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    has: (place) =>
      access(pathOf(place)).then(
        () => true,
        (error) => {
          if (isMissing(error)) return false
          throw error
        },
      ),

    async deleteFolder(folder, { first }) {
      await rm(pathOf({ folder, name: first }), { force: true })
      await rm(folderOf(folder), { recursive: true, force: true, maxRetries: 3 })
    },

    close: async () => {},
  }
}

/** A rename survives a power failure only after its folder was synced, too; Windows cannot open folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
