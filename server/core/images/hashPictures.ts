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

/** Makes the hashes of images that have none yet, those from before there were hashes, the newest first. */
export async function hashPictures(
  { db, files }: { db: Db; files: FileStore },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const images = await db
      .selectFrom('images')
      .where('hash', 'is', null)
      .where('use', '=', sql.lit(hashedUse))
      .where('stored_at', 'is not', null)
      .select(['id', 'secret'])
      .orderBy('id', 'desc')
      .limit(batchSize)
      .execute()
    if (images.length === 0) return
    for (const image of images) {
      const file = await files.open(originalPath(image))
      // A file that is missing or damaged counts as plain, so that it is not tried again and again.
      const hash = file ? await hashStored(await buffer(file.content)).catch(plainUnlessBusy) : plainHash
      await sql`update images set hash = ${hash}::bit(64) where id = ${image.id}`.execute(db)
    }
  }
}

/** While too many pictures wait, the job ends, and goes on at its next time. */
function plainUnlessBusy(error: unknown): string {
  if (error instanceof TooBusy) throw error
  return plainHash
}
