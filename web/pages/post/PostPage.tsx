import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { idOfComment } from '../../data/comments/commentPath.ts'
import { isPart } from '../../data/comments/thread.ts'
import { postQuery } from '../../data/posts/post.ts'
import { Comments } from '../../features/comments/Comments.tsx'
import { CommunityAside } from '../../features/communities/CommunityAside.tsx'
import { useShownPage } from '../../router/page.ts'
import type { PageProps } from '../../router/route.ts'
import { Head } from '../../shell/layout/Head.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { ComingComments, ForMembers } from './laterParts.ts'
import { PostArticle } from './PostArticle.tsx'
import { threadParamsOf } from './preparePost.ts'

/** A post and its discussion; with the id of a comment in the URL, only the thread of that comment. */
export default function PostPage({ params }: PageProps) {
  const { publicId = '', commentId } = params
  const search = new URLSearchParams(useShownPage().search)
  const initial = useInitial()
  const threadParams = threadParamsOf(
    { publicId, ...(commentId !== undefined && { commentId }) },
    search,
    initial,
  )
  // As it was loaded, so that fetching it again fetches the comments that are shown.
  const { data: post } = useSuspenseQuery(postQuery(publicId, threadParams.sort, isPart(threadParams)))
  useStartAtComment(commentId)
  // What a feed knows of the post is shown until all is loaded.
  const Discussion = post.community ? Comments : ComingComments
  return (
    <PageLayout aside={post.community && <CommunityAside community={post.community} />}>
      <Head
        title={post.title}
        hasFeed
        noindex={search.has('sort') || isPart(threadParams) || post.deleted}
        // Only other programs read it.
        {...(import.meta.env.SSR && previewOf(post))}
      />
      <div className="cards">
        <PostArticle post={post} />
        {initial.user && <ForMembers post={post} />}
        <Discussion post={post} threadParams={threadParams} />
      </div>
    </PageLayout>
  )
}

/** What search engines and link previews show. */
const previewOf = (post: Post) => ({
  description: post.summary || describe(post),
  image: pictureOf(post),
  publishedAt: post.createdAt,
})

/** The description of a post without text, for search engines and link previews. */
function describe({ upvotes, noComments }: Post): string {
  if (upvotes === null) return t('{count, plural, one {# comment} other {# comments}}', { count: noComments })
  return t(
    '{upvotes, plural, one {# upvote} other {# upvotes}} • {noComments, plural, one {# comment} other {# comments}}',
    { upvotes, noComments },
  )
}

/** The first picture in a size that link previews accept, otherwise the picture of the linked page. */
function pictureOf(post: Post) {
  const image = post.images[0] ?? post.link?.image
  if (!image) return null
  const copy = image.copies.find(({ name }) => name === 'large') ?? image
  return { url: copy.url, width: copy.width, height: copy.height, altText: image.altText }
}

/** A link to a comment scrolls to it; going back restores the scroll position. */
function useStartAtComment(commentId: string | undefined) {
  const { arrival } = useShownPage()
  useEffect(() => {
    if (commentId === undefined || arrival === 'back') return
    const comment = document.getElementById(idOfComment(commentId))
    comment?.scrollIntoView({ block: 'center' })
  }, [commentId, arrival])
}
