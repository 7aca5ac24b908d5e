import { refusalOf } from '../../data/failure.ts'
import { addressOfPost, postQuery } from '../../data/post.ts'
import { type ThreadAddress, threadQuery } from '../../data/thread.ts'
import type { Detour, PageContext } from '../../routes.tsx'

/** Which part of the discussion the address of a post's page names. */
export const threadAddressOf = (
  { publicId, commentId }: { publicId: string; commentId?: string },
  search: URLSearchParams,
): ThreadAddress => ({
  publicId,
  from: commentId === undefined ? search.get('next') : null,
  focus: commentId ?? null,
})

/** Loads a post and the part of its discussion that is asked for; sends to where the post really is. */
export async function preparePost({
  params,
  search,
  load,
}: Pick<PageContext, 'search' | 'load'> & {
  params: { communityName: string; publicId: string; commentId?: string }
}): Promise<Detour | undefined> {
  const address = threadAddressOf(params, search)
  const isPart = address.from !== null || address.focus !== null
  const [post, part] = await Promise.all([
    load(postQuery(params.publicId)),
    isPart ? load(threadQuery(address)).catch(badPart) : null,
  ])
  const canonical = addressOfPost(post)
  // A page of the discussion that never was, or is no more: the beginning is there.
  if (part === 'invalid') return { to: canonical, permanent: false }
  const isElsewhere = part?.comments.some(({ postPublicId }) => postPublicId !== post.publicId)
  if (isElsewhere) return { to: canonical, permanent: false }
  if (params.communityName === post.communityName) return undefined
  const query = search.size > 0 ? `?${search}` : ''
  return { to: `${canonical}${address.focus ? `/${address.focus}` : ''}${query}`, permanent: true }
}

/** An address may name any cursor or comment; what was never one, or is not there, is not a failure of ours. */
function badPart(error: unknown): 'invalid' {
  const refusal = refusalOf(error)
  if (refusal?.status === 400 || refusal?.code === 'comment_not_found') return 'invalid'
  throw error
}
