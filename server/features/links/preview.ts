import { sql } from 'kysely'
import sharp, { type Metadata } from 'sharp'
import { attachThumbnail } from '../../core/images/attach.ts'
import { type ImageServices, storeThumbnail } from '../../core/images/store.ts'
import {
  type FetchedDocument,
  type FetchOptions,
  fetchDocument,
  fetchOptionsFor,
} from '../../platform/fetch/fetchDocument.ts'
import { NotFetched } from '../../platform/fetch/guard.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { TaskServices } from '../../platform/jobs/queue.ts'
import { collectBytes, fetchPage, imageMinPixels, unknownTypes } from './page.ts'

/** The payload of the job; a new post enqueues it without `attempt`. */
interface Payload {
  readonly postId: string
  readonly attempt?: number
}

/** For the requests of the page and its pictures together. */
const timeoutMs = 20_000
/** For each of them, so that a slow page or picture leaves time for the next. */
const timeoutOfOneMs = 6000
const attemptsMax = 3
const minutesBetweenAttempts = 5
/** Many servers have names of their own for these types; the decoder judges. */
const imageTypes = /^image\/(?!svg)/
const imageExtension = /\.(?:jpe?g|png|webp|gif|avif)$/i

/**
 * Fetches the preview picture of a link post: the linked picture itself, or the first usable one that the linked page offers. Retries
 * after a temporary failure; leaves the post as it is when there is no picture.
 */
export async function fetchLinkPreview(
  services: ImageServices & Pick<TaskServices, 'settings'>,
  payload: unknown,
  signal: AbortSignal,
): Promise<void> {
  const { db, config } = services
  if (!services.settings.linkPreviews) return
  const { postId, attempt = 1 } = payload as Payload
  const post = await db
    .selectFrom('posts')
    .where('id', '=', postId)
    .where('content_deleted_at', 'is', null)
    .where('link_image_id', 'is', null)
    .select('link_url as url')
    .executeTakeFirst()
  if (!post?.url) return
  try {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const options = { ...fetchOptionsFor(config), timeoutMs: timeoutOfOneMs, signal: deadline }
    const imageId = await storePicture(services, post.url, options)
    if (imageId) await attachThumbnail(db, { postId, url: post.url, imageId })
  } catch (failure) {
    if (!(failure instanceof NotFetched)) throw failure
    // Not a retry of the queue, because those log every unreachable page as an error of the site.
    if (failure.isTemporary && attempt < attemptsMax)
      await sql`select graphile_worker.add_job('fetch_link_preview',
        json_build_object('postId', ${postId}::text, 'attempt', ${attempt + 1}::integer),
        run_at := now() + make_interval(mins => ${minutesBetweenAttempts}), max_attempts := 3)`.execute(db)
  }
}

/**
 * Stores the linked picture itself, or the first picture of the linked page that can be used.
 *
 * @returns the id of the image; null when there is none.
 * @throws NotFetched for the page, or for a picture that may be there later when no other could be used.
 */
async function storePicture(
  services: ImageServices,
  url: string,
  fetching: FetchOptions,
): Promise<string | null> {
  const found = await fetchPage(url, { ...fetching, requested: 'images' }, async (answer) =>
    isPicture(answer) ? collectBytes(answer) : null,
  )
  if (!found) return null
  if (Buffer.isBuffer(found)) return storeLarge(services, found)
  let mayComeLater: NotFetched | null = null
  for (const image of found.images)
    try {
      const imageId = await storeLarge(services, await fetchDocument(image.href, fetching, collectBytes))
      if (imageId) return imageId
    } catch (failure) {
      if (!(failure instanceof NotFetched)) throw failure
      if (failure.isTemporary) mayComeLater ??= failure
    }
  if (mayComeLater) throw mayComeLater
  return null
}

/** @returns null for bytes that are not a picture, or a very small one. */
async function storeLarge(services: ImageServices, bytes: Buffer): Promise<string | null> {
  const { width = 0, height = 0 } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => ({}) as Partial<Metadata>)
  if (Math.min(width, height) < imageMinPixels) return null
  try {
    return await storeThumbnail(services, bytes)
  } catch (failure) {
    if (failure instanceof Refused) return null
    throw failure
  }
}

const isPicture = ({ contentType, url }: FetchedDocument): boolean =>
  imageTypes.test(contentType) || unknownTypes.includes(contentType) || imageExtension.test(url.pathname)
