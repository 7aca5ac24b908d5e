import { useCallback, useState } from 'react'
import type { Comment } from '../../../contract/entities/comment.ts'

/** What was collapsed or expanded in this window, by the id of the comment, so that it is restored on return. */
const chosen = new Map<string, boolean>()

/** Whether a comment is collapsed with its replies, and its setter. Comments of muted authors start collapsed. */
export function useCollapsed({ id, isAuthorMuted }: Pick<Comment, 'id' | 'isAuthorMuted'>) {
  const [isCollapsed, setIsCollapsed] = useState(() => chosen.get(id) ?? isAuthorMuted === true)
  const toggle = useCallback(() => {
    chosen.set(id, !isCollapsed)
    setIsCollapsed(!isCollapsed)
  }, [id, isCollapsed])
  return { isCollapsed, toggle }
}
