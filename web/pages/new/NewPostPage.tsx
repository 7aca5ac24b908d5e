import { useQuery } from '@tanstack/react-query'
import { communityQuery } from '../../data/communities/communities.ts'
import { postSourceQuery } from '../../data/posts/post.ts'
import { useShownPage } from '../../router/page.ts'
import { EditPost } from './EditPost.tsx'
import { NewPost } from './NewPost.tsx'

/** Where posts are written: a new one, with `?edit=` one that is there already. */
export default function NewPostPage() {
  const search = new URLSearchParams(useShownPage().search)
  const publicId = search.get('edit')
  const name = search.get('community') ?? ''
  // Both were loaded before the page was shown, if they exist.
  const { data: post } = useQuery({ ...postSourceQuery(publicId ?? ''), enabled: false })
  const { data: community } = useQuery({ ...communityQuery(name), enabled: false })
  return publicId && post ? <EditPost post={post} /> : <NewPost community={community ?? null} />
}
