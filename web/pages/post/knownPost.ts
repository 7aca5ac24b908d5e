import type { QueryClient } from '@tanstack/react-query'
import { escapeMarkup } from '../../../contract/escapeMarkup.ts'
import { findKnownPost } from '../../data/posts/findKnownPost.ts'
import { postQuery } from '../../data/posts/post.ts'
import type { ShownPost } from '../../data/posts/shownPost.ts'
import { ComingComments } from './laterParts.ts'

/** How long the page before stays while the post loads. */
const patienceMs = 80

/**
 * What a feed knows of a post that is being loaded, in the cache in place of the whole, if that takes long. The page
 * recognizes it by its missing community. Otherwise as `loaded`.
 */
export async function knownPost(
  queryClient: QueryClient,
  loaded: Promise<ShownPost>,
  { publicId, communityName }: { publicId: string; communityName: string },
): Promise<ShownPost> {
  const { queryKey } = postQuery(publicId)
  // Where it is already on its page, or could not be loaded, the page waits.
  const isFirstTry = queryClient.getQueryState(queryKey)?.errorUpdateCount === 0
  const known = findKnownPost(queryClient, publicId)
  if (!isFirstTry || queryClient.getQueryData(queryKey) || known?.communityName !== communityName)
    return loaded
  const [isLoaded] = await Promise.all([
    Promise.race([loaded.then(() => true), new Promise((resolve) => setTimeout(resolve, patienceMs, false))]),
    ComingComments.prefetch(),
  ])
  if (isLoaded) return loaded
  const { community, ...partial } = known
  const excerpt = known.excerpt && `<p>${escapeMarkup(known.excerpt).replaceAll('\n', '<br>')}</p>`
  const shown: ShownPost = { ...partial, ...(excerpt && { bodyHtml: excerpt }) }
  // Marked as stale, so that the next visit loads it.
  queryClient.setQueryData(queryKey, (whole) => whole ?? shown, { updatedAt: 0 })
  return shown
}
