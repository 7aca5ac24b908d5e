import { sql } from 'kysely'
import { attachThumbnail } from '../../core/images/attach.ts'
import { type ImageServices, storeThumbnail } from '../../core/images/store.ts'
import {
  type FetchedDocument,
  type FetchOptions,
  fetchDocument,
  fetchOptionsFor,
} from '../../platform/fetch/fetch.ts'
import { NotFetched } from '../../platform/fetch/guard.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { TaskServices } from '../../platform/jobs/queue.ts'
import { isHtml, parsePageMetadata } from './page.ts'

/** The payload of the job; a new post enqueues it without `attempt`. */
interface Payload {
  readonly postId: string
  readonly attempt?: number
}

/** For the requests of the page and its picture together. */
const timeoutMs = 10_000
const attemptsMax = 3
const minutesBetweenAttempts = 5
const imageTypes = ['image/jpeg', 'image/png', 'image/webp']
const imageExtension = /\.(?:jpe?g|png|webp)$/i

/**
 * Fetches the preview picture of a link post: the linked picture itself, or the `og:image` of the linked page. Retries
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
    const bytes = await fetchPicture(post.url, { ...fetchOptionsFor(config), timeoutMs, signal: deadline })
    if (!bytes) return
    const imageId = await storeThumbnail(services, bytes)
    await attachThumbnail(db, { postId, url: post.url, imageId })
  } catch (failure) {
    // The file is not a valid picture, so a retry is pointless.
    if (failure instanceof Refused) return
    if (!(failure instanceof NotFetched)) throw failure
    // Not a retry of the queue, because those log every unreachable page as an error of the site.
    if (failure.isTemporary && attempt < attemptsMax)
      await sql`select graphile_worker.add_job('fetch_link_preview',
        json_build_object('postId', ${postId}::text, 'attempt', ${attempt + 1}::integer),
        run_at := now() + make_interval(mins => ${minutesBetweenAttempts}), max_attempts := 3)`.execute(db)
  }
}

/** The linked picture itself or the `og:image` of the linked page; null when there is none. */
async function fetchPicture(url: string, fetching: FetchOptions): Promise<Buffer | null> {
  const found = await fetchDocument(url, fetching, async (answer) => {
    if (isHtml(answer)) return (await parsePageMetadata(answer)).image
    return isPicture(answer) ? collectBytes(answer) : null
  })
  return found instanceof URL ? fetchDocument(found.href, fetching, collectBytes) : found
}

const isPicture = ({ contentType, url }: FetchedDocument): boolean =>
  imageTypes.includes(contentType) || imageExtension.test(url.pathname)

async function collectBytes({ body }: FetchedDocument): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}
