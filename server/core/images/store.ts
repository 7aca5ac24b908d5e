import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/database/connection.ts'
import { randomText } from '../../platform/http/randomText.ts'
import type { FileStore } from '../../platform/storage/store.ts'
import { enforceUnblocked } from './blockedPictures.ts'
import { type ImageRow, imageJson } from './columns.ts'
import { hashedUse } from './hashPictures.ts'
import { originalPath } from './paths.ts'
import { normalizePicture, type Source } from './picture.ts'
import { type ImageUse, imageUses } from './sizes.ts'

/** The services that storing images needs. */
export interface ImageServices {
  readonly db: Db
  readonly config: Config
  readonly files: FileStore
  /** Aborted when the client leaves. */
  readonly signal?: AbortSignal | undefined
}

/** About 130 random bits. */
const secretLength = 22

/**
 * Stores a picture that nothing uses yet; `deleteUnusedImages` removes it if it stays unused. The row is inserted before the
 * file is written and completed afterwards, so that every file has a row that deletes it.
 *
 * @param upload.uploaderId null for a picture that the server itself fetched.
 * @throws Refused with one of `pictureErrors`, or with `blocked-picture`; TooBusy.
 */
export async function storeImage(
  { db, config, files, signal }: ImageServices,
  upload: {
    readonly source: Source
    readonly use: ImageUse
    readonly uploaderId: string | null
    /** How many bits its hash may differ from that of a blocked picture to be refused; missing where nothing is refused. */
    readonly blockedWithin?: number
  },
): Promise<ImageRow> {
  const picture = await normalizePicture(
    upload.source,
    imageUses[upload.use].stored,
    {
      megapixels: config.imageMaxMegapixels,
      isLogo: upload.use === 'logo',
      mayMove: upload.use === 'post',
      isHashed: upload.use === hashedUse,
    },
    { owner: upload.uploaderId, signal },
  )
  const { hash } = picture
  if (hash !== null && upload.blockedWithin !== undefined)
    await enforceUnblocked(db, hash, { distance: upload.blockedWithin })
  const key = await db
    .insertInto('images')
    .values({ uploader_id: upload.uploaderId, use: upload.use, secret: randomText(secretLength) })
    .returning(['id', 'secret'])
    .executeTakeFirstOrThrow()
  await files.put(originalPath(key), picture.bytes)
  const { image } = await db
    .updateTable('images')
    .set({
      format: picture.format,
      width: picture.width,
      height: picture.height,
      size: picture.bytes.length,
      average_color: picture.averageColor,
      ground: picture.ground,
      is_animated: picture.isAnimated,
      hash: sql<string | null>`${hash}::bit(64)`,
      stored_at: sql<Date>`now()`,
    })
    .where('id', '=', key.id)
    .returning(imageJson.as('image'))
    .executeTakeFirstOrThrow()
  return image
}

/**
 * Stores the preview picture of a linked page, for `attachThumbnail`.
 *
 * @returns the id of the image.
 * @throws Refused with one of `pictureErrors`; TooBusy.
 */
export async function storeThumbnail(services: ImageServices, bytes: Buffer): Promise<string> {
  const { id } = await storeImage(services, { source: bytes, use: 'thumbnail', uploaderId: null })
  return id
}
