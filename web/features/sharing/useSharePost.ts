import type { Post } from '../../../contract/entities/post.ts'
import { pathOfPost } from '../../data/posts/postPath.ts'
import { hasShareSheet, openShareSheet } from './share.ts'
import { useCopyLink } from './useCopyLink.ts'

/** Shares a post's URL: with the device's share sheet in narrow windows that have one, else by copying it. */
export function useSharePost(post: Pick<Post, 'title' | 'communityName' | 'publicId'>): () => void {
  const copyLink = useCopyLink()
  const path = pathOfPost(post)
  return () => {
    if (!hasShareSheet()) return void copyLink(path)
    openShareSheet({ title: post.title, path }).catch(() => copyLink(path))
  }
}
