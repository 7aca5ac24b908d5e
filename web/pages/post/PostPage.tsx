import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import { postQuery } from '../../data/post.ts'
import { useShown } from '../../navigation.ts'
import type { PageProps } from '../../routes.tsx'
import { Head } from '../../shell/Head.tsx'
import { PageLayout } from '../../shell/PageLayout.tsx'
import { Comments } from '../comments/Comments.tsx'
import { idOfComment } from '../comments/commentAddress.ts'
import { CommunityAside } from './CommunityAside.tsx'
import { PostArticle } from './PostArticle.tsx'
import styles from './PostPage.module.css'
import { threadAddressOf } from './preparePost.ts'

/** A post and its discussion; with the id of a comment in the address, what belongs to that comment. */
export default function PostPage({ params }: PageProps) {
  const { publicId = '', commentId } = params
  const { data: post } = useSuspenseQuery(postQuery(publicId))
  const search = new URLSearchParams(useShown().search)
  const address = threadAddressOf({ publicId, ...(commentId !== undefined && { commentId }) }, search)
  useStartAtComment(commentId)
  return (
    <PageLayout aside={post.community && <CommunityAside community={post.community} />}>
      <Head
        title={post.title}
        description={describe(post)}
        image={pictureOf(post)}
        hasFeed
        noindex={address.from !== null || address.focus !== null || post.deleted}
      />
      <div className={styles.page}>
        <PostArticle post={post} />
        <Comments post={post} address={address} />
      </div>
    </PageLayout>
  )
}

/** What search engines and link previews are told (API contract 1.13). */
function describe({ upvotes, noComments, title }: Post): string {
  const votes = `${upvotes} ${upvotes === 1 ? 'upvote' : 'upvotes'}`
  return `${votes} • ${noComments} ${noComments === 1 ? 'comment' : 'comments'} • ${title}`
}

/** The first picture in a size that readers of link previews take, otherwise that of what the post links to. */
function pictureOf(post: Post) {
  const image = post.images[0] ?? post.link?.image
  if (!image) return null
  const copy = image.copies.find(({ name }) => name === 'large') ?? image
  return { url: copy.url, width: copy.width, height: copy.height, altText: image.altText }
}

/** Who follows a link to a comment wants to read that one; coming back leads to where one was. */
function useStartAtComment(commentId: string | undefined) {
  const { arrival } = useShown()
  useEffect(() => {
    if (commentId === undefined || arrival === 'back') return
    const comment = document.getElementById(idOfComment(commentId))
    comment?.scrollIntoView({ block: 'center' })
  }, [commentId, arrival])
}
