import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db } from '../database/connection.ts'
import { randomText } from '../http/randomText.ts'
import type { FileStore } from '../storage/store.ts'
import { readPicture, type Source } from './picture.ts'
import { originalOf } from './place.ts'
import { type ImageUse, imageUses } from './sizes.ts'
import { type ImageRow, imageJson } from './view.ts'

/** What storing images needs; requests and jobs both have it. */
export interface ImageServices {
  readonly db: Db
  readonly config: Config
  readonly files: FileStore
}

/** Some 130 random bits. */
const secretLength = 22

/**
 * Stores a picture and returns its row, which nothing uses yet; what stays unused is removed after a while. The row is
 * there before the file and completed after it, so that no file is ever without a row.
 *
 * @param upload.uploaderId null for what the program itself has fetched.
 * @throws Refused with `unsupported_image`; TooBusy.
 */
export async function storeImage(
  { db, config, files }: ImageServices,
  upload: { readonly source: Source; readonly use: ImageUse; readonly uploaderId: string | null },
): Promise<ImageRow> {
  const picture = await readPicture(upload.source, imageUses[upload.use].stored, {
    megapixels: config.imageMaxMegapixels,
  })
  const key = await db
    .insertInto('images')
    .values({ uploader_id: upload.uploaderId, use: upload.use, secret: randomText(secretLength) })
    .returning(['id', 'secret'])
    .executeTakeFirstOrThrow()
  await files.put(originalOf(key), picture.bytes)
  const { image } = await db
    .updateTable('images')
    .set({
      width: picture.width,
      height: picture.height,
      size: picture.bytes.length,
      average_color: picture.averageColor,
      stored_at: sql<Date>`now()`,
    })
    .where('id', '=', key.id)
    .returning(imageJson('images').as('image'))
    .executeTakeFirstOrThrow()
  return image
}

/**
 * Stores the picture that a linked page shows of itself; `attachThumbnail` then puts it to its post.
 *
 * @returns the id of the image.
 * @throws Refused with `unsupported_image` for what is no picture; TooBusy.
 */
export async function storeThumbnail(services: ImageServices, bytes: Buffer): Promise<string> {
  const { id } = await storeImage(services, { source: bytes, use: 'thumbnail', uploaderId: null })
  return id
}
