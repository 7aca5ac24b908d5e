import { useQuery } from '@tanstack/react-query'
import { communityQuery } from '../../data/communities/communities.ts'
import { postSourceQuery } from '../../data/posts/post.ts'
import { useShownPage } from '../../router/page.ts'
import { EditPost } from './EditPost.tsx'
import { NewPost } from './NewPost.tsx'

/** The form for a new post, or with `?edit=` for an existing one. */
export default function NewPostPage() {
  const search = new URLSearchParams(useShownPage().search)
  const publicId = search.get('edit')
  const name = search.get('community') ?? ''
  // Both are in the cache if they exist: the page's `prepare` has loaded them.
  const { data: post } = useQuery({ ...postSourceQuery(publicId ?? ''), enabled: false })
  const { data: community } = useQuery({ ...communityQuery(name), enabled: false })
  return publicId && post ? <EditPost post={post} /> : <NewPost community={community ?? null} />
}
