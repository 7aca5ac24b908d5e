import type { Post } from '../../../contract/entities/post.ts'
import { pathOfPost } from '../../data/posts/postPath.ts'
import { hasShareSheet, openShareSheet } from './share.ts'
import { useCopyLink } from './useCopyLink.ts'

/** Hands a post's address on: to the device's share sheet on narrow windows that have one, else to the clipboard. */
export function useSharePost(post: Pick<Post, 'title' | 'communityName' | 'publicId'>): () => void {
  const copyLink = useCopyLink()
  const path = pathOfPost(post)
  return () => {
    if (!hasShareSheet()) return void copyLink(path)
    openShareSheet({ title: post.title, path }).catch(() => copyLink(path))
  }
}
