import type { Post } from '../../../contract/entities/post.ts'
import { useViewer } from '../../data/account/initial.ts'
import { copiesByWidth } from '../../ui/media/imageCopies.ts'
import { VideoEmbed } from '../../ui/media/VideoEmbed.tsx'
import { videoOf } from '../../ui/media/videoOf.ts'
import { PostImages } from './PostImages.tsx'
import styles from './PostMedia.module.css'

interface PostMediaProps {
  post: Pick<Post, 'id' | 'attachments'> & { images?: Post['images'] } & (
      | Pick<Post, 'link' | 'title'>
      // For a comment.
      | { link?: undefined }
    )
  placement: 'feed' | 'postPage'
  /** At the top of the page, so its picture is loaded eagerly. */
  isFirst?: boolean
}

/** The pictures of an image post or below a text, or the video player of a link post; nothing for other posts. */
export function PostMedia({ post, placement, isFirst = false }: PostMediaProps) {
  const video = useVideoOf(post)
  const [image, ...others] = post.attachments ?? post.images ?? []
  if (!image && !video) return null
  return (
    <div className={`${styles.media} ${styles[placement]}`}>
      {image && (
        <PostImages postId={post.id} images={[image, ...others]} placement={placement} isFirst={isFirst} />
      )}
      {post.link && video && (
        <VideoEmbed src={video} href={post.link.url} title={post.title} poster={posterOf(post.link)} />
      )}
    </div>
  )
}

const posterOf = ({ image }: NonNullable<Post['link']>): string | null =>
  (image && copiesByWidth(image).at(-1)?.url) ?? null

/** The URL of the player for a link to a video; null for other posts, and for viewers who turned players off. */
export function useVideoOf(post: { link?: Post['link'] }): string | null {
  const isOff = useViewer()?.embedsOff ?? false
  return post.link && !isOff ? videoOf(post.link.url) : null
}
