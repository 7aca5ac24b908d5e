import { useQuery } from '@tanstack/react-query'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { communityQuery } from '../../data/communities/communities.ts'
import { postSourceQuery } from '../../data/posts/writePost.ts'
import { NoCommunitiesYet } from '../../features/communityCreation/NoCommunitiesYet.tsx'
import { useShownPage } from '../../router/page.ts'
import { Head } from '../../shell/layout/Head.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
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
  const { hasCommunities } = useInitial()
  if (publicId && post) return <EditPost post={post} />
  if (!hasCommunities)
    return (
      <PageLayout>
        <Head title={t('New post')} noindex />
        <NoCommunitiesYet />
      </PageLayout>
    )
  return <NewPost community={community ?? null} />
}
