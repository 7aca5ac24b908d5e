import type { Post } from '../../../contract/entities/post.ts'
import { pathOfPost } from '../../data/posts/postPath.ts'
import { useNavigator } from '../../router/navigator.ts'
import { useShownPage } from '../../router/page.ts'

type Place = Pick<Post, 'publicId' | 'communityName'>

/** Leads from the page of a post to where it, or the one that it was merged into, is now; other pages stay. */
export function useLeavePost(post: Place): (now: Place) => void {
  const { path } = useShownPage()
  const { navigate } = useNavigator()
  return (now) => {
    if (path.startsWith(pathOfPost(post))) navigate(pathOfPost(now), { replace: true })
  }
}
