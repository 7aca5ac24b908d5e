import { useCallback, useEffect, useState } from 'react'
import type { Comment } from '../../../contract/entities/comment.ts'

/** Comments collapsed or expanded in this window, by id, to restore them on return. */
export const chosen = new Map<string, boolean>()

/** The top-level comments on the page, which are collapsed and expanded together. */
export const shownAtTop = new Set<(isCollapsed: boolean) => void>()

/** Whether a comment is collapsed with its replies, and its setter. Comments of muted authors start collapsed. */
export function useCollapsed({
  id,
  parentId,
  isAuthorMuted,
}: Pick<Comment, 'id' | 'parentId' | 'isAuthorMuted'>) {
  const [isCollapsed, setIsCollapsed] = useState(() => chosen.get(id) ?? isAuthorMuted === true)
  const toggle = useCallback(() => {
    chosen.set(id, !isCollapsed)
    setIsCollapsed(!isCollapsed)
  }, [id, isCollapsed])
  useEffect(() => {
    if (parentId !== null) return
    shownAtTop.add(setIsCollapsed)
    return () => void shownAtTop.delete(setIsCollapsed)
  }, [parentId])
  return { isCollapsed, toggle }
}
