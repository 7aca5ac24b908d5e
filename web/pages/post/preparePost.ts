import type { Initial } from '../../../contract/entities/initial.ts'
import { canonicalId } from '../../../contract/ids.ts'
import { commentSortOf } from '../../data/comments/commentSort.ts'
import { isPart, threadQuery } from '../../data/comments/thread.ts'
import type { ThreadParams } from '../../data/comments/threadChanges.ts'
import { refusalOf } from '../../data/failure.ts'
import { postQuery } from '../../data/posts/post.ts'
import { pathOfPost } from '../../data/posts/postPath.ts'
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
  const threadParams = threadParamsOf(
    { publicId: params.publicId, ...(commentId !== undefined && { commentId }) },
    search,
    await initial,
  )
  const [post, part] = await Promise.all([
    load(
      postQuery(params.publicId, threadParams.sort, isPart(threadParams)),
      isPart(threadParams)
        ? undefined
        : (queryClient, loaded) =>
            import('./knownPost.ts').then(
              (module) => module.knownPost(queryClient, loaded, params),
              () => loaded,
            ),
    ),
    isPart(threadParams) ? load(threadQuery(threadParams)).catch(badPart) : null,
  ])
  const canonical = pathOfPost(post)
  const query = search.size > 0 ? `?${search}` : ''
  const elsewhere = `${canonical}${threadParams.focus ? `/${threadParams.focus}` : ''}${query}`
  // It was merged into this one.
  if (post.publicId !== params.publicId) return { to: elsewhere, permanent: true }
  // The requested page of the discussion does not exist or no longer exists: show the first one.
  if (part === 'invalid') return { to: canonical, permanent: false }
  const isElsewhere = part?.comments.some(({ postPublicId }) => postPublicId !== post.publicId)
  if (isElsewhere) return { to: canonical, permanent: false }
  // They come with the post, unless that is already cached with another order of comments.
  if (!isPart(threadParams) && post.community) await load(threadQuery(threadParams))
  if (params.communityName === post.communityName && params.commentId === commentId) return undefined
  return { to: elsewhere, permanent: true }
}

/** The URL is user input: an invalid or unknown cursor or comment is not an error of ours. */
function badPart(error: unknown): 'invalid' {
  const refusal = refusalOf(error)
  if (refusal?.status === 400 || refusal?.code === 'comment_not_found') return 'invalid'
  throw error
}
