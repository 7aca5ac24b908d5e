import type { Post } from '../../../contract/entities/post.ts'
import { VideoEmbed } from '../../components/VideoEmbed.tsx'
import { videoOf } from '../../components/videoOf.ts'
import { useViewer } from '../../data/initial.ts'
import { PostImages } from './PostImages.tsx'
import styles from './PostMedia.module.css'

interface PostMedia {
  post: Post
  place: 'feed' | 'postPage'
  /** It stands at the top of the page, so its picture is fetched at once. */
  isFirst?: boolean
}

/** The pictures of an image post, or the player of a link to a video; nothing for other posts. */
export function PostMedia({ post, place, isFirst = false }: PostMedia) {
  const video = useVideoOf(post)
  const [image, ...others] = post.images
  if (!image && !video) return null
  return (
    <div className={`${styles.media} ${styles[place]}`}>
      {image && <PostImages postId={post.id} images={[image, ...others]} place={place} isFirst={isFirst} />}
      {post.link && video && <VideoEmbed src={video} href={post.link.url} title={post.title} />}
    </div>
  )
}

/** Where the player of a link to a video is; null for other posts, and for viewers who want no players. */
export function useVideoOf(post: Post): string | null {
  const isOff = useViewer()?.embedsOff ?? false
  return post.link && !isOff ? videoOf(post.link.url) : null
}
