import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import type { FilePlace, FileStore, StoredFile } from '../storage/store.ts'
import { copyPicture } from './picture.ts'
import { copyOf, folderOf, type ImageKey, originalName, originalOf } from './place.ts'
import type { Box } from './sizes.ts'

export type CopyFormat = 'jpeg' | 'webp'

/** A copy to send, or that the original stands for it. */
type Copy = { readonly file: StoredFile | Buffer } | 'original'

/** So many copies are remembered to be no smaller than their original. */
const wholesRemembered = 10_000

/** Smaller copies of stored images, made when somebody first asks for them and kept beside the original. */
export function createCopies(files: FileStore) {
  const beingMade = new Map<string, Promise<Buffer | 'original' | null>>()
  const wholes = new LRUCache<string, true>({ max: wholesRemembered })

  const make = async (image: ImageKey, box: Box, format: CopyFormat, place: FilePlace) => {
    const original = await files.open(originalOf(image))
    if (!original) return null
    const copy = await copyPicture(await buffer(original.content), box, format)
    if (!copy) return 'original'
    await files.put(place, copy)
    if (await files.has(originalOf(image))) return copy
    // Deleted meanwhile, the original first: the copy must not outlive it.
    await files.deleteFolder(folderOf(image), { first: originalName })
    return null
  }

  /** The copy, made only once however many ask for it; null when there is no such image. @throws TooBusy. */
  return async (image: ImageKey, box: Box, format: CopyFormat): Promise<Copy | null> => {
    const place = copyOf(image, box, box.fit, format)
    const key = `${place.folder}/${place.name}`
    if (wholes.has(key)) return 'original'
    const known = await files.open(place)
    if (known) return { file: known }
    let making = beingMade.get(key)
    if (!making) {
      making = make(image, box, format, place).finally(() => beingMade.delete(key))
      beingMade.set(key, making)
    }
    const made = await making
    if (made === 'original') wholes.set(key, true)
    return made === null || made === 'original' ? made : { file: made }
  }
}
