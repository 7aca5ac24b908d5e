import { sql } from 'kysely'
import { Refused } from '../http/refused.ts'
import { attachThumbnail } from '../images/attach.ts'
import { type ImageServices, storeThumbnail } from '../images/store.ts'
import { type Answer, type Fetching, fetchDocument, fetchingFor } from './fetch.ts'
import { NotFetched } from './guard.ts'
import { isHtml, readPageFacts } from './page.ts'

/** What creating a link post enqueues; later attempts carry their number. */
interface Payload {
  readonly postId: string
  readonly attempt?: number
}

/** For the page and its picture together. */
const timeoutMs = 10_000
const attemptsMax = 3
const minutesBetweenAttempts = 5
const imageTypes = ['image/jpeg', 'image/png', 'image/webp']
const imageExtension = /\.(?:jpe?g|png|webp)$/i

/**
 * Gives a link post the picture that the linked page names for itself, or the linked picture. A page that cannot be
 * had just now is tried again a few times, minutes later; without a picture the post stays as it is.
 */
export async function fetchLinkPreview(
  services: ImageServices,
  payload: unknown,
  signal: AbortSignal,
): Promise<void> {
  const { db, config } = services
  if (!config.linkPreviews) return
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
    const bytes = await fetchPicture(post.url, { ...fetchingFor(config), timeoutMs, signal: deadline })
    if (!bytes) return
    const imageId = await storeThumbnail(services, bytes)
    await attachThumbnail(db, { postId, url: post.url, imageId })
  } catch (failure) {
    // What strangers send is seldom a picture, and that is no mistake of ours.
    if (failure instanceof Refused) return
    if (!(failure instanceof NotFetched)) throw failure
    // Not left to the queue's own retries: those report every page that is gone as an error to the owner of the site.
    if (failure.isPassing && attempt < attemptsMax)
      await sql`select graphile_worker.add_job('fetch_link_preview',
        json_build_object('postId', ${postId}::text, 'attempt', ${attempt + 1}::integer),
        run_at := now() + make_interval(mins => ${minutesBetweenAttempts}), max_attempts := 3)`.execute(db)
  }
}

/** The picture behind a link: the linked file itself or the `og:image` of the page, null where there is none. */
async function fetchPicture(url: string, fetching: Fetching): Promise<Buffer | null> {
  const found = await fetchDocument(url, fetching, async (answer) => {
    if (isHtml(answer)) return (await readPageFacts(answer)).image
    return isPicture(answer) ? readBytes(answer) : null
  })
  return found instanceof URL ? fetchDocument(found.href, fetching, readBytes) : found
}

const isPicture = ({ contentType, url }: Answer): boolean =>
  imageTypes.includes(contentType) || imageExtension.test(url.pathname)

async function readBytes({ body }: Answer): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}
