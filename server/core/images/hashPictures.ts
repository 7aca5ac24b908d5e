import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'
import { TooBusy } from '../../platform/http/workQueue.ts'
import type { FileStore } from '../../platform/storage/store.ts'
import { originalPath } from './paths.ts'
import { hashStored } from './picture.ts'
import { plainHash } from './pictureHash.ts'
import type { ImageUse } from './sizes.ts'

const batchSize = 20
/** Only pictures of posts and comments can be blocked, so only they are hashed. */
export const hashedUse = 'post' satisfies ImageUse

interface Files {
  readonly db: Db
  readonly files: FileStore
}

/**
 * Makes the hash of an image that has none yet. One whose file is missing or damaged counts as plain, so that it is not tried again
 * and again.
 *
 * @returns whether its file could be read.
 * @throws TooBusy.
 */
export async function hashPicture(
  { db, files }: Files,
  image: { readonly id: string; readonly secret: string },
): Promise<boolean> {
  let bytes: Buffer | null
  try {
    const file = await files.open(originalPath(image))
    bytes = file && (await buffer(file.content))
  } catch {
    return false
  }
  const hash = bytes ? await hashStored(bytes).catch(plainUnlessBusy) : plainHash
  await sql`update images set hash = ${hash}::bit(64) where id = ${image.id}`.execute(db)
  return true
}

/**
 * Makes the hashes of images that have none yet, those from before there were hashes, the newest first.
 *
 * @throws Error after all others, if files cannot be read; they are tried again in the next run. TooBusy.
 */
export async function hashPictures(services: Files, signal: AbortSignal): Promise<void> {
  let unread = 0
  let below: string | null = null
  while (!signal.aborted) {
    let older = services.db
      .selectFrom('images')
      .where('hash', 'is', null)
      .where('use', '=', sql.lit(hashedUse))
      .where('stored_at', 'is not', null)
      .select(['id', 'secret'])
    if (below !== null) older = older.where('id', '<', below)
    const images = await older.orderBy('id', 'desc').limit(batchSize).execute()
    if (images.length === 0) break
    for (const image of images) {
      if (signal.aborted) break
      if (!(await hashPicture(services, image))) unread += 1
      below = image.id
    }
  }
  if (unread > 0) throw new Error(`The files of ${unread} images cannot be read to make their hashes.`)
}

/** While too many pictures wait, the job ends, and goes on at its next time. */
function plainUnlessBusy(error: unknown): string {
  if (error instanceof TooBusy) throw error
  return plainHash
}
