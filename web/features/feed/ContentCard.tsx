import type { Content } from '../../data/posts/contents.ts'
import { CommentCard } from './CommentCard.tsx'
import { PostCard } from './PostCard.tsx'

/** A post or a comment among others. */
export function ContentCard({ content, isFirst = false }: { content: Content; isFirst?: boolean }) {
  return content.type === 'post' ? (
    <PostCard post={content.item} isFirst={isFirst} />
  ) : (
    <CommentCard comment={content.item} />
  )
}
