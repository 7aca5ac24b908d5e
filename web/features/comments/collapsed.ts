import { useCallback, useState } from 'react'
import type { Comment } from '../../../contract/entities/comment.ts'

/** What was collapsed or expanded in this window, by the id of the comment, for when one comes back. */
const chosen = new Map<string, boolean>()

/** Whether a comment is collapsed with all below it, and what changes that. Those of muted authors begin so. */
export function useCollapsed({ id, isAuthorMuted }: Pick<Comment, 'id' | 'isAuthorMuted'>) {
  const [isCollapsed, setIsCollapsed] = useState(() => chosen.get(id) ?? isAuthorMuted === true)
  const toggle = useCallback(() => {
    chosen.set(id, !isCollapsed)
    setIsCollapsed(!isCollapsed)
  }, [id, isCollapsed])
  return { isCollapsed, toggle }
}
