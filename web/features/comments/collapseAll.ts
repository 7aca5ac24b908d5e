import { startTransition } from 'react'
import { chosen, shownAtTop } from './collapsed.ts'

/** Collapses or expands all threads. @param ids of the comments at the top; some of them may not be rendered yet. */
export function collapseAll(ids: readonly string[], isCollapsed: boolean): void {
  for (const id of ids) chosen.set(id, isCollapsed)
  startTransition(() => {
    for (const set of shownAtTop) set(isCollapsed)
  })
}
