import type { Content } from '../../data/posts/contents.ts'
import { CommentCard } from './CommentCard.tsx'
import { PostCard } from './PostCard.tsx'

/** The card of a post or comment. */
export function ContentCard({ content, isFirst = false }: { content: Content; isFirst?: boolean }) {
  return content.type === 'post' ? (
    <PostCard post={content.item} isFirst={isFirst} />
  ) : (
    <CommentCard comment={content.item} />
  )
}
