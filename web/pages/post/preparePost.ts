import type { Initial } from '../../../contract/entities/initial.ts'
import { canonicalId } from '../../../contract/ids.ts'
import { commentSortOf, isCommentSort } from '../../data/comments/commentSort.ts'
import { type ThreadParams, threadQuery } from '../../data/comments/thread.ts'
import { refusalOf } from '../../data/failure.ts'
import { postQuery } from '../../data/posts/post.ts'
import { pathOfPost } from '../../data/posts/postPath.ts'
import { rememberedCommentSort } from '../../device/commentSort.ts'
import type { PageContext, Redirect } from '../../router/route.ts'

/** The part of the discussion that the URL selects. */
export const threadParamsOf = (
  { publicId, commentId }: { publicId: string; commentId?: string },
  search: URLSearchParams,
  initial: Pick<Initial, 'user'>,
): ThreadParams => ({
  publicId,
  sort: commentSortOf(search, initial),
  from: search.get('next'),
  focus: commentId ?? null,
})

/** Loads a post and the requested part of its discussion; redirects to its canonical path. */
export async function preparePost({
  params,
  search,
  load,
  initial,
}: Pick<PageContext, 'search' | 'load' | 'initial'> & {
  params: { communityName: string; publicId: string; commentId?: string }
}): Promise<Redirect | undefined> {
  // Earlier versions had shorter ids in their links.
  const commentId = params.commentId && canonicalId('comment', params.commentId)
  const known = await initial
  const chosen = known.user ? null : sortOfDevice(search)
  const threadParams = threadParamsOf(
    { publicId: params.publicId, ...(commentId !== undefined && { commentId }) },
    chosen ?? search,
    known,
  )
  const isPart = threadParams.from !== null || threadParams.focus !== null
  const [post, part] = await Promise.all([
    load(postQuery(params.publicId, threadParams.sort)),
    isPart ? load(threadQuery(threadParams)).catch(badPart) : null,
  ])
  const canonical = pathOfPost(post)
  // The requested page of the discussion does not exist or no longer exists: show the first one.
  if (part === 'invalid') return { to: canonical, permanent: false }
  const isElsewhere = part?.comments.some(({ postPublicId }) => postPublicId !== post.publicId)
  if (isElsewhere) return { to: canonical, permanent: false }
  // They come with the post, unless it is here already with its comments in another order.
  if (!isPart) await load(threadQuery(threadParams))
  const isCanonical = params.communityName === post.communityName && params.commentId === commentId
  if (isCanonical && !chosen) return undefined
  const asked = chosen ?? search
  const query = asked.size > 0 ? `?${asked}` : ''
  return {
    to: `${canonical}${threadParams.focus ? `/${threadParams.focus}` : ''}${query}`,
    permanent: !chosen,
  }
}

/** The URL is user input: an invalid or unknown cursor or comment is not an error of ours. */
function badPart(error: unknown): 'invalid' {
  const refusal = refusalOf(error)
  if (refusal?.status === 400 || refusal?.code === 'comment_not_found') return 'invalid'
  throw error
}

/** The URL of guests gets the order that they have chosen on this device; null where it has one, or none is chosen. */
function sortOfDevice(search: URLSearchParams): URLSearchParams | null {
  if (import.meta.env.SSR || search.has('sort') || search.has('next')) return null
  const sort = rememberedCommentSort()
  if (!isCommentSort(sort) || sort === 'best') return null
  const chosen = new URLSearchParams(search)
  chosen.set('sort', sort)
  return chosen
}
