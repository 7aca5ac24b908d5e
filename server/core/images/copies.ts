import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import type { FilePath, FileStore, StoredFile } from '../../platform/storage/store.ts'
import { copyPath, type ImageKey, imageFolder, originalName, originalPath } from './paths.ts'
import { resizePicture } from './picture.ts'
import type { Box } from './sizes.ts'

export type CopyFormat = 'jpeg' | 'webp'

/** A file to send, or `original` when the copy would be no smaller than the original. */
type Copy = { readonly file: StoredFile | Buffer } | 'original'

const uncopiedMax = 10_000

/**
 * Smaller copies of stored images. A copy is made at the first request for it and stored beside the original.
 *
 * @returns finds or makes a copy, once for any number of simultaneous requests; null when there is no such image.
 *   @throws TooBusy.
 */
export function createCopies(files: FileStore) {
  const pending = new Map<string, Promise<Buffer | 'original' | null>>()
  /** Keys of copies that the original replaces, because they would not be smaller. */
  const uncopied = new LRUCache<string, true>({ max: uncopiedMax })

  const make = async (image: ImageKey, box: Box, format: CopyFormat, path: FilePath) => {
    const original = await files.open(originalPath(image))
    if (!original) return null
    const copy = await resizePicture(await buffer(original.content), box, format)
    if (!copy) return 'original'
    await files.put(path, copy)
    if (await files.has(originalPath(image))) return copy
    // The image was deleted meanwhile. Deleting begins with the original, so this sees it and removes the copy, too.
    await files.deleteFolder(imageFolder(image), { first: originalName })
    return null
  }

  return async (image: ImageKey, box: Box, format: CopyFormat): Promise<Copy | null> => {
    const path = copyPath(image, box, box.fit, format)
    const key = `${path.folder}/${path.name}`
    if (uncopied.has(key)) return 'original'
    const stored = await files.open(path)
    if (stored) return { file: stored }
    let making = pending.get(key)
    if (!making) {
      making = make(image, box, format, path).finally(() => pending.delete(key))
      pending.set(key, making)
    }
    const made = await making
    if (made === 'original') uncopied.set(key, true)
    return made === null || made === 'original' ? made : { file: made }
  }
}
