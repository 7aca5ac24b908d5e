import { communityQuery } from '../../data/communities/communities.ts'
import { ApiFailure, refusalOf } from '../../data/failure.ts'
import { postSourceQuery } from '../../data/posts/writePost.ts'
import type { PageContext, Redirect } from '../../router/route.ts'

/** Loads the post to edit, or the community that the URL preselects. */
export async function prepareNewPost({
  initial,
  search,
  load,
}: PageContext<never>): Promise<Redirect | undefined> {
  const publicId = search.get('edit')
  const community = search.get('community')
  if (publicId) {
    const [post, { user }] = await Promise.all([load(postSourceQuery(publicId)), initial])
    if (post.userId !== user?.id) throw new ApiFailure({ status: 403, message: 'Someone else wrote it.' })
  } else if (community) {
    await load(communityQuery(community)).catch(mayBeMissing)
  }
  return undefined
}

/** An unknown community is not preselected. */
function mayBeMissing(error: unknown): void {
  const status = refusalOf(error)?.status
  if (status !== 404 && status !== 400) throw error
}
